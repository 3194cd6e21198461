# Counts the tests. Sourced by tests/run; reads target/test-logs, adds to $passed, $failed, $skipped.

# Counts a step with a single check.
count_one() { # count_one NAME STATUS
  if [ "$2" = 0 ]; then passed=$((passed + 1)); echo "$1: ok"; else failed=$((failed + 1)); echo "$1: failed"; fi
}

# Prints the sum of one field of all `test result: ok. 3 passed; 0 failed; 1 ignored; …` lines.
sum_of() { # sum_of FIELD LOG
  grep '^test result:' "$2" | grep -oE "[0-9]+ $1" | awk '{ sum += $1 } END { print sum + 0 }'
}

# Adds the counts of a step. A step without tests, or that failed without a failed test, is a failure.
add() { # add NAME STATUS PASSED FAILED SKIPPED
  local failures=$4
  [ "$3" != 0 ] && [ "$2" = 0 ] || [ "$failures" != 0 ] || failures=1
  passed=$((passed + $3)) failed=$((failed + failures)) skipped=$((skipped + $5))
  echo "$1: $3 passed, $failures failed, $5 skipped"
}

count_cargo() { # count_cargo NAME STATUS
  local log=$logs/$1.log
  [ "$2" = 0 ] || show_failures "$log"
  add "$1" "$2" "$(sum_of passed "$log")" "$(sum_of failed "$log")" "$(sum_of ignored "$log")"
}

# Prints the failures from the test harness, without backtraces.
show_failures() { # show_failures LOG
  grep -E '^test .* FAILED$|^error' "$1"
  # `failures:` precedes the output of the failed tests, and once more their names.
  awk '/^failures:$/ { seen++ } /^test result:/ { seen = 0 } seen == 1' "$1" | grep -vE '^ +([0-9]+:|at )' | head -n 200
  echo "full log: $1"
}

# Counts the tests of `node --test`.
count_node() { # count_node NAME STATUS
  local log=$logs/$1.log
  [ "$2" = 0 ] || grep -E '^ *(not ok|✖) ' "$log" | sort -u
  number() { sed -nE "s/^(#|ℹ) $1 ([0-9]+)$/\2/p" "$log" | awk '{ sum += $1 } END { print sum + 0 }'; }
  add "$1" "$2" "$(number pass)" "$(number fail)" "$(number skipped)"
}

count_pytest() { # count_pytest NAME STATUS
  local line
  line=$(tail -n 1 "$logs/$1.log")
  number() { grep -oE "[0-9]+ $1" <<<"$line" | grep -oE '[0-9]+' || echo 0; }
  add "$1" "$2" "$(number passed)" "$(number failed)" "$(number skipped)"
}

# Lists the skipped tests, then prints the closing line. Returns the status of the whole run.
summary() {
  local missing
  missing=$(cat "$logs"/*.log 2>/dev/null | grep '^NOT RUN: ' | sort -u)
  [ -z "$missing" ] || printf '%s\n' "$missing"
  if [ "$strict" = 1 ] && [ -n "$missing" ]; then failed=$((failed + $(wc -l <<<"$missing"))); fi
  local line="$passed passed, $failed failed"
  [ "$skipped" = 0 ] || line+=", $skipped skipped"
  echo "$line"
  [ "$failed" = 0 ]
}
