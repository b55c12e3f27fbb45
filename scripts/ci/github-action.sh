#!/usr/bin/env bash
# What the GitHub Action does (action.yml): lint with annotations and SARIF, the run as it is, and the same against the
# base branch. All of it is done before the job fails. WINDLASS names another program than that of npm.
set -uo pipefail

read -ra windlass <<<"${WINDLASS:-npx --yes windlass@${INPUT_VERSION:-latest}}"
# Words, and patterns of files among them; nothing else of a shell.
read -r -d '' -a files <<<"${INPUT_FILES:?}" || true
read -r -d '' -a options <<<"${INPUT_OPTIONS:-}" || true
summary="${GITHUB_STEP_SUMMARY:-/dev/stdout}"
sarif="${RUNNER_TEMP:-/tmp}/windlass.sarif"
failed=0

# 4: what was asked about holds. Others mean that there is no answer.
note_failure() {
  local code=$?
  [ "$code" -eq 0 ] || failed="$code"
}

"${windlass[@]}" lint "${files[@]}" "${options[@]}" -o sarif --out "$sarif" --fail-on never || note_failure
"${windlass[@]}" lint "${files[@]}" "${options[@]}" -o github --fail-on "${INPUT_FAIL_ON:-error}" || note_failure
[ -z "${GITHUB_OUTPUT:-}" ] || echo "sarif=$sarif" >>"$GITHUB_OUTPUT"

"${windlass[@]}" run "${files[@]}" "${options[@]}" --quiet -o markdown >>"$summary" || note_failure

if [ -n "${INPUT_BASE:-}" ]; then
  base="$(mktemp -d)"
  trap 'git worktree remove --force "$base/tree" 2>/dev/null; rm -rf "$base"' EXIT
  git fetch --quiet --depth 1 origin "$INPUT_BASE" 2>/dev/null
  if commit="$(git rev-parse --verify --quiet "origin/$INPUT_BASE^{commit}" || git rev-parse --verify --quiet "$INPUT_BASE^{commit}")" &&
    git worktree add --quiet --detach "$base/tree" "$commit"; then
    conditions=()
    while IFS= read -r condition; do
      [ -z "$condition" ] || conditions+=(--fail-if "$condition")
    done <<<"${INPUT_FAIL_IF:-}"
    # A variant is a list of files: those of the base, and those that are here.
    before=()
    for file in "${files[@]}"; do before+=("$base/tree/$file"); done
    echo >>"$summary"
    "${windlass[@]}" compare --a "${before[*]}" --b "${files[*]}" "${options[@]}" --seeds "${INPUT_SEEDS:-20}" \
      "${conditions[@]}" --quiet -o markdown >>"$summary" || note_failure
  else
    echo "::error title=windlass::there is no branch or commit $INPUT_BASE here: fetch it, as actions/checkout with fetch-depth: 0 does"
    failed=2
  fi
fi
exit "$failed"
