import { oneWordCommand } from "./parts.ts"

const shells = ["bash", "zsh", "fish", "powershell"]

/** Completion for shells. */
export const completionGroup = oneWordCommand({
  name: "completion",
  summary: "Complete mas in a shell: print the script, install it, or take it away",
  description: [
    "`mas completion install` writes the script into a file of its own and a line into what the shell reads at its start, once, and says which files these were; `mas completion uninstall` takes both away. Without it: `source <(mas completion bash)` in ~/.bashrc, the same for zsh in ~/.zshrc, `mas completion fish > ~/.config/fish/completions/mas.fish`, and `mas completion powershell | Out-String | Invoke-Expression` in $PROFILE.",
  ],
  positionals: [
    {
      name: "shell",
      type: "string",
      required: true,
      choices: [...shells, "install", "uninstall"],
      description: "Which shell's script to print; or what to do.",
    },
    {
      name: "which",
      type: "string",
      choices: shells,
      description: "After install and uninstall: for which shell; yours when left out.",
    },
  ],
  flags: [],
  examples: ["mas completion bash", "mas completion install zsh"],
})
