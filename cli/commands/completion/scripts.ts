const bash = `# mas completion for bash: source <(mas completion bash)
_mas_completion() {
  local line word head at current rest=$COMP_LINE
  local -a words=()
  COMPREPLY=()
  # Bash parts words at = : and @ too, and leaves them as they are quoted.
  for word in "\${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
    if [[ \${#words[@]} == 0 || $rest == [[:space:]]* ]]; then
      words+=("$word")
    else
      words[\${#words[@]}-1]+=$word
    fi
    rest=\${rest#*"$word"}
  done
  current=\${words[\${#words[@]}-1]}
  # What stands before the part that is replaced.
  head=\${current%"$2"}
  head=\${head//[\\"\\'\\\\]/}
  words=("\${words[@]//[\\"\\'\\\\]/}")
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      word=\${words[\${#words[@]}-1]}
      if [[ $word =~ ^(--[^=]+=)?@ ]]; then
        at=\${BASH_REMATCH[0]}
        while IFS= read -r line; do
          if [[ -d $line ]]; then
            line+=/
            compopt -o nospace 2>/dev/null
          fi
          _mas_offer "$at$line"
        done < <(compgen -f -- "\${word#"$at"}")
      else
        compopt -o default 2>/dev/null
      fi
      return
    fi
    _mas_offer "\${line%%$'\\t'*}"
  done < <("\${words[0]}" __complete "\${words[@]:1}" 2>/dev/null)
}
# Reads $head and $current of its caller.
_mas_offer() {
  local word=\${1#"$head"}
  # In quotes a word is typed as it is; a comma needs none.
  if [[ $current != [\\"\\']* ]]; then
    printf -v word %q "$word"
    word=\${word//\\\\,/,}
  fi
  COMPREPLY+=("$word")
}
complete -F _mas_completion mas mas-sdk`

const zsh = `#compdef mas mas-sdk
# mas completion for zsh: source <(mas completion zsh)
_mas() {
  local line
  local -a values shown
  while IFS= read -r line; do
    if [[ $line == ":files" ]]; then
      compset -P 1 "--*="
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
  done < <("\${words[1]}" __complete "\${(@Q)words[2,CURRENT]}" 2>/dev/null)
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
    set -l at (string match -r -- "^(?:--[^=]+=)?@" "$current")
    if test -n "$at"
      for path in (__fish_complete_path (string replace -- "$at" "" "$current"))
        echo "$at$path"
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
    $text = if ($word -match '^[\\w./:=+-]+$') { $word } else { "'" + $word.Replace("'", "''") + "'" }
    [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $about)
  }
}`

export const shells = ["bash", "zsh", "fish", "powershell"] as const

export type Shell = (typeof shells)[number]

/** The completion script of each shell: it calls `mas __complete` for the words. */
export const scripts: Readonly<Record<Shell, string>> = { bash, zsh, fish, powershell }
