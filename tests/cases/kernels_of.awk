# Kernels in a JSON text as eddy writes it, one key a line: "name, variant, dimensions, precision" for each, as soon as the
# four are known, in whatever order; the keys of the run itself stand further left. Reads summary.json and the output of
# `eddy list kernels --json`.
match($0, /^    +"(kernel|variant|dimensions|precision)": /) {
  key = $1; gsub(/[":]/, "", key)
  text = substr($0, RLENGTH + 1); gsub(/[",]/, "", text)
  is[key] = text
  if (length(is) < 4) next
  print is["kernel"] ", " is["variant"] ", " is["dimensions"] "D, " is["precision"]
  delete is
}
