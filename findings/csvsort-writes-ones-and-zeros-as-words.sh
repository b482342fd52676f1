#!/usr/bin/env bash
# Package and version: csvkit 2.2.0, agate 1.14.2
# Guess, written before it was run: csvsort gives the rows in another order and leaves each cell as it is written.
# What it does: cells are read as values first: a column of 1 and 0 becomes True and False, 007 becomes 7, n/a and none become empty. With --no-inference n/a and none become empty even so; the rest stays.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check csvkit==2.2.0 agate==1.14.2
cd "$here"
printf 'id,smoker,code,note\n3,1,007,n/a\n1,0,012,none\n2,1,100,seen\n' > visits.csv
sorted=$("$here/venv/bin/csvsort" -c id visits.csv)
kept=$("$here/venv/bin/csvsort" --no-inference -c id visits.csv)
echo "$sorted"
echo "$kept"
[ "$sorted" = $'id,smoker,code,note\n1,False,12,\n2,True,100,seen\n3,True,7,' ] && [ "$kept" = $'id,smoker,code,note\n1,0,012,\n2,1,100,seen\n3,1,007,' ]
