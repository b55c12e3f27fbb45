/** The shells that completion is made for. */
export const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;
export type Shell = (typeof shells)[number];

/** The hidden command that the scripts call with the line up to the cursor. */
const completeCommand = '__complete';

/** The line that asks the shell for names of files. */
export const filesLine = ':files';

/**
 * The scripts to load into each shell. Each hands the line up to the cursor to `windlass __complete`, which
 * answers with one candidate a line, a tab, and what it means. A candidate that ends in `=` goes on: no blank
 * follows.
 */
export const shellScripts: Readonly<Record<Shell, string>> = {
  // Bash cuts words at = and : (COMP_WORDBREAKS), so what is before the last of them is there already. Within
  // quotes it does not.
  bash: `# Completion of windlass for bash. In ~/.bashrc:  source <(windlass completion bash)
_windlass() {
  local line="\${COMP_LINE:0:COMP_POINT}" value cut=''
  local word="\${line##*[[:space:]]}"
  [[ $line == *[\\'\\"]* ]] || cut="\${word%"\${word##*[=:]}"}"
  COMPREPLY=()
  while IFS=$'\\t' read -r value _; do
    if [[ $value == ${filesLine} ]]; then compopt -o default; else COMPREPLY+=("\${value#"$cut"}"); fi
  done < <(windlass ${completeCommand} "$line" 2>/dev/null)
  if [[ \${#COMPREPLY[@]} -gt 0 && \${COMPREPLY[0]} == *= ]]; then compopt -o nospace; fi
}
complete -F _windlass windlass
`,
  zsh: `#compdef windlass
# Completion of windlass for zsh. After compinit in ~/.zshrc:  source <(windlass completion zsh)
_windlass() {
  local line value words
  local -a open closed openWords closedWords
  while IFS=$'\\t' read -r value words; do
    if [[ $value == ${filesLine} ]]; then _files
    elif [[ $value == *= ]]; then open+=("$value"); openWords+=("$value -- $words")
    else closed+=("$value"); closedWords+=("$value\${words:+ -- $words}")
    fi
  done < <(windlass ${completeCommand} "$LBUFFER" 2>/dev/null)
  (( $#open )) && compadd -l -S '' -d openWords -a open
  (( $#closed )) && compadd -l -d closedWords -a closed
  return 0
}
if [[ \${funcstack[1]} == _windlass ]]; then _windlass "$@"; else compdef _windlass windlass; fi
`,
  fish: `# Completion of windlass for fish:  windlass completion fish > ~/.config/fish/completions/windlass.fish
function __windlass_complete
    for line in (windlass ${completeCommand} (commandline -cp) 2>/dev/null)
        if test "$line" = ${filesLine}
            __fish_complete_path (commandline -ct)
        else
            echo $line
        end
    end
end
complete -c windlass -f -a '(__windlass_complete)'
`,
  powershell: `# Completion of windlass for PowerShell. In $PROFILE:  windlass completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName windlass -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $line = $commandAst.Extent.Text
  $length = $cursorPosition - $commandAst.Extent.StartOffset
  if ($line.Length -gt $length) { $line = $line.Substring(0, $length) } else { $line = $line.PadRight($length) }
  windlass ${completeCommand} $line 2>$null | ForEach-Object {
    if ($_ -eq '${filesLine}') {
      Get-ChildItem -Name "$wordToComplete*" | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
    } else {
      $value, $words = $_ -split "\`t", 2
      if (-not $words) { $words = $value }
      $text = if ($value -match ' ') { "'$value'" } else { $value }
      [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $words)
    }
  }
}
`,
};
