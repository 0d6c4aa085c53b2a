import { choice } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

const shells = ["bash", "zsh", "fish", "powershell"]

export const completionGroup = oneWordCommand("completion", {
  summary: "Complete mas in a shell: print, install or remove the script",
  description:
    "`mas completion install` writes the script to a file, adds a line to the shell's startup file, and lists both files; `mas completion uninstall` removes both. To do it by hand: `source <(mas completion bash)` in ~/.bashrc, the same for zsh in ~/.zshrc, `mas completion fish > ~/.config/fish/completions/mas.fish`, and `mas completion powershell | Out-String | Invoke-Expression` in $PROFILE.",
  positionals: [
    choice("shell", [...shells, "install", "uninstall"], "The shell whose script to print, or an action.", {
      required: true,
    }),
    choice("which", shells, "The shell for install and uninstall; yours when left out."),
  ],
  examples: ["mas completion bash", "mas completion install zsh"],
})
