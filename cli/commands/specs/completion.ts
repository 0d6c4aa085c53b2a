import { alone } from "./alone.ts"

/** Completion for shells. */
export const completionGroup = alone({
  name: "completion",
  summary: "Print the script that completes mas in a shell",
  description: [
    "bash: `source <(mas completion bash)` in ~/.bashrc. zsh: `source <(mas completion zsh)` in ~/.zshrc. fish: `mas completion fish > ~/.config/fish/completions/mas.fish`.",
  ],
  positionals: [
    {
      name: "shell",
      type: "string",
      required: true,
      choices: ["bash", "zsh", "fish"],
      description: "Which shell.",
    },
  ],
  flags: [],
  examples: ["mas completion bash"],
})
