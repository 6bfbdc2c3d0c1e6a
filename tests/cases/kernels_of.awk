# Prints the kernels in a JSON text of eddy, which has one key per line: "name, variant, dimensions, precision" for each, as
# soon as the four are known, in any order; keys of the run itself are indented less. Reads summary.json and the output of
# `eddy list kernels --json`.
match($0, /^    +"(kernel|variant|dimensions|precision)": /) {
  key = $1; gsub(/[":]/, "", key)
  text = substr($0, RLENGTH + 1); gsub(/[",]/, "", text)
  is[key] = text
  if (length(is) < 4) next
  print is["kernel"] ", " is["variant"] ", " is["dimensions"] "D, " is["precision"]
  delete is
}
