# Prints the name of a step with the wall and CPU time since the start and the free disk space. Sourced by
# .ci/run and tests/run.

# A full disk fails many unrelated checks: the free space is part of the log. CPU time is that of ended child
# processes; a background process counts once the shell has waited for it.
heading() {
  local file cpu
  # In a pipeline or a command substitution `times` would report the child processes of the subshell.
  file=$(mktemp) && times >"$file"
  cpu=$(awk 'END { split($1, user, /[ms]/); split($2, kernel, /[ms]/)
    printf "%d", 60 * (user[1] + kernel[1]) + user[2] + kernel[2] }' "$file")
  rm -f "$file"
  printf '\n== %s (%ss, CPU %ss, %s free)\n' "$1" "$SECONDS" "$cpu" "$(df -h . | awk 'END { print $4 }')"
}
