const bash = `# mas completion for bash: source <(mas completion bash)
_mas_completion() {
  local line current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      if [[ $current == @* ]]; then
        while IFS= read -r line; do COMPREPLY+=("@$line"); done < <(compgen -f -- "\${current#@}")
      else
        compopt -o default 2>/dev/null
      fi
      return
    fi
    COMPREPLY+=("$(printf %q "\${line%%$'\\t'*}")")
  done < <("\${COMP_WORDS[0]}" __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -F _mas_completion mas mas-sdk`

const zsh = `#compdef mas mas-sdk
# mas completion for zsh: source <(mas completion zsh)
_mas() {
  local line
  local -a values shown
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      compset -P "@"
      _files
      return
    fi
    values+=("\${line%%$'\\t'*}")
    if [[ $line == *$'\\t'* ]]; then
      shown+=("\${line%%$'\\t'*}  -- \${line#*$'\\t'}")
    else
      shown+=("$line")
    fi
  done < <("\${words[1]}" __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)
  compadd -l -d shown -a values
}
if [[ "\${funcstack[1]}" == "_mas" ]]; then
  _mas "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _mas mas mas-sdk
fi`

const fish = `# mas completion for fish: mas completion fish | source
function __mas_completion
  set -l before (commandline -opc)
  set -l current (commandline -ct)
  set -l lines (command $before[1] __complete $before[2..-1] "$current" 2>/dev/null)
  if test "$lines[1]" = ":files"
    if string match -q "@*" -- "$current"
      for path in (__fish_complete_path (string sub -s 2 -- "$current"))
        echo "@$path"
      end
    else
      __fish_complete_path "$current"
    end
  else
    printf "%s\\n" $lines
  end
end
for name in mas mas-sdk
  complete -c $name -f -a "(__mas_completion)"
end`

const powershell = `# mas completion for PowerShell: mas completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName @('mas', 'mas-sdk') -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $current = "$wordToComplete".Trim([char[]]@([char]39, [char]34))
  $elements = @($commandAst.CommandElements | Select-Object -Skip 1 | Where-Object {
    $_.Extent.EndOffset -lt $cursorPosition -or ($_.Extent.EndOffset -eq $cursorPosition -and "$wordToComplete" -eq '')
  })
  $before = @($elements | ForEach-Object {
    if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
  } | Where-Object { $_ -ne '' })
  # As one word that is never empty: older versions hand on no empty ones.
  $lines = @(& $commandAst.CommandElements[0].Extent.Text '__complete' "--last=$current" @before 2>$null)
  if ($lines.Count -gt 0 -and $lines[0] -eq ':files') {
    $at = if ($current.StartsWith('@')) { '@' } else { '' }
    $path = $current.Substring($at.Length)
    return [System.Management.Automation.CompletionCompleters]::CompleteFilename($path) | ForEach-Object {
      $word = $at + $_.CompletionText.Trim([char[]]@([char]39, [char]34))
      [System.Management.Automation.CompletionResult]::new("'" + $word.Replace("'", "''") + "'", $_.ListItemText, 'ParameterValue', $_.ToolTip)
    }
  }
  foreach ($line in $lines) {
    $word, $about = "$line" -split [char]9, 2
    if (-not $about) { $about = $word }
    # A comma makes a list of an argument, and an @ has a meaning of its own: in quotes they are text.
    $text = if ($word -match '^[w./:=+-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $about)
  }
}`

/** The shells that completion is there for. */
export const shells = ["bash", "zsh", "fish", "powershell"] as const

export type Shell = (typeof shells)[number]

/** What each shell runs to complete `mas`: it asks `mas __complete` for the words. */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
