# Checks history.csv of a heat run: in every line stored, conducted and released heat must sum to the residual of the
# linear solver, up to rounding.
BEGIN { FS = ","; limit = limit ? limit : 1e-12 }
NR == 1 { for (i = 1; i <= NF; ++i) { name = $i; sub(/\[.*/, "", name); column[name] = i }; next }
{
  scale = 0
  for (name in column)
    if (name ~ /^heat_/ && name != "heat_imbalance" || name == "linear_residual") scale += size($(column[name]))
  off = size($(column["heat_imbalance"]) - (("linear_residual" in column) ? $(column["linear_residual"]) : 0))
  if (off > worst * scale) worst = off / scale
  if (!(off <= limit * scale)) bad = bad ? bad : "step " $1 ": " off " W of " scale " W"
}
function size(v) { return v < 0 ? -v : v }
END {
  if (NR < 2 || !("heat_imbalance" in column)) bad = "no lines, or no column heat_imbalance"
  printf "balance: %d lines, worst %.1e of the fluxes\n", NR - 1, worst
  if (bad) { print "FAIL: " bad; exit 1 }
}
