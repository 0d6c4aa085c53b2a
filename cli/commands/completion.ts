import type { Context } from "../context.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"

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

const scripts: Readonly<Record<string, string>> = { bash, zsh, fish }

/** `mas completion <shell>`: the script that asks `mas __complete` for the words. */
export async function run({ args, output, globals }: Context): Promise<ExitCode> {
  const script = scripts[String(args.shell)] ?? ""
  await (globals.output === undefined ? output.text(script) : output.record(script))
  return exitCodes.ok
}
