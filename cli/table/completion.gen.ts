// Written by `npm run generate` from sdk/contract and cli/commands/bespoke.ts. Do not edit.
import type { CommandGroup } from "../command.ts"

export const group: CommandGroup = {
 "name": "completion",
 "about": "Print the script that completes mas in a shell.",
 "commands": [
  {
   "name": "completion",
   "summary": "Print the script that completes mas in a shell",
   "description": [
    "bash: `source <(mas completion bash)` in ~/.bashrc. zsh: `source <(mas completion zsh)` in ~/.zshrc. fish: `mas completion fish > ~/.config/fish/completions/mas.fish`."
   ],
   "positionals": [
    {
     "name": "shell",
     "type": "string",
     "required": true,
     "choices": [
      "bash",
      "zsh",
      "fish"
     ],
     "description": "Which shell."
    }
   ],
   "flags": [],
   "examples": [
    "mas completion bash"
   ],
   "words": [
    "completion"
   ]
  }
 ]
}
