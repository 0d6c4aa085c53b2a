import { seeds } from "../../../mock-server/base/random.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import { boolean, choice, duration, integer, text } from "../../command/flags.ts"
import { oneWordCommand } from "./parts.ts"

export const doctorGroup = oneWordCommand("doctor", {
  summary: "Check configuration, reachability, clock, credential, webhooks and versions",
  description: "Each thing that is wrong comes with a way out. The exit code is that of the first one.",
  examples: ["mas doctor --profile mock"],
})

export const conformanceGroup = oneWordCommand("conformance", {
  summary: "Check what a service answers against the contract, by reads unless told otherwise",
  description: [
    "Reads whatever the credential reaches, and compares bodies, statuses, the headers of pages and the errors with what the contract says. Nothing is written unless --writes is given. Fields that the contract does not know are no difference. The exit code is 1 where a line failed.",
    "--writes also creates, changes and deletes a webhook endpoint (turned off at once), saves the names of the account and the user as they are, asks what it costs to validate a list, and sends requests that must be refused. It leaves nothing behind and reaches nobody: no message, no invitation, no campaign, no contact. It asks first; --yes answers.",
  ],
  flags: [
    text("endpoint", "Only this endpoint, such as contacts.list.", { array: true, placeholder: "name" }),
    boolean("writes", "Also make writes that leave nothing behind; asks first."),
  ],
  examples: [
    "mas conformance --profile mock",
    "mas conformance --profile mock --endpoint contacts.list --output json",
    "mas conformance --profile mock --writes --yes --endpoint webhooks.create",
  ],
})

export const simulateGroup = oneWordCommand("simulate", {
  summary: "Live through bad days of your own programs, and show the one that breaks them",
  description:
    "The file's default export is a function of a day, as `simulate` of `mas-sdk/mock-server` takes it; it may export `options` for that, too, before which flags go. It is loaded as Node loads it: TypeScript needs Node 22.18, or `NODE_OPTIONS=--import=tsx`.",
  positionals: [text("file", "JavaScript or TypeScript.", { required: true })],
  flags: [
    integer("runs", "How many days.", { minimum: 1, default: "100, or 1 with --seed" }),
    integer("seed", "Seed of the first day.", { minimum: seeds.least, maximum: seeds.most }),
    choice("faults", profileNames, "What goes wrong.", { default: "storm" }),
    duration("for", "How long a day is.", { default: "36h" }),
  ],
  examples: ["mas simulate shop-day.mjs --runs 1000", "mas simulate shop-day.mjs --seed 17"],
})

export const openGroup = oneWordCommand("open", {
  summary: "Open the mock server's dashboard or the service's description in a browser",
  description: "Where no browser can be opened, the address is printed: over SSH, in a container, in CI.",
  positionals: [
    choice(
      "what",
      ["dashboard", "docs"],
      "The mock server's page; or the OpenAPI document, of the service in use, else of this package.",
    ),
  ],
  flags: [boolean("print", "Print the address and open nothing.")],
  examples: ["mas open dashboard --print", "mas open docs --print"],
})

export const schemaGroup = oneWordCommand("schema", {
  summary: "Print what commands take and give, as JSON Schema",
  description: [
    "Of every command, or of a group or a command that is named: arguments, flags, input and output, safety (read, write, sends, paid, irreversible), exit codes and examples. `schema_version` grows when the form changes.",
    "With --agent in brief: input, safety, an example and the names of what comes out.",
  ],
  positionals: [
    text("command", "A group, a group and a verb, or a name of the contract such as contacts.list.", { rest: true }),
  ],
  examples: ["mas schema contacts create", "mas schema"],
})

export const mcpGroup = oneWordCommand("mcp", {
  summary: "Serve the Model Context Protocol on stdin and stdout",
  description:
    "For assistants, which start it themselves: `mas mcp --profile mock` is their command. Four tools find, describe and make calls, and steer a mock server. What costs money, cannot be taken back or sends something to people or other machines needs a second call with the token that the first one gives. No result holds a secret.",
  flags: [boolean("read-only", "Nothing that changes anything can be called.")],
  examples: ["mas mcp --profile mock", "mas mcp --read-only"],
})

const shells = ["bash", "zsh", "fish", "powershell"]

export const completionGroup = oneWordCommand("completion", {
  summary: "Complete mas in a shell: print the script, install it, or take it away",
  description:
    "`mas completion install` writes the script into a file of its own and a line into what the shell reads at its start, once, and says which files these were; `mas completion uninstall` takes both away. Without it: `source <(mas completion bash)` in ~/.bashrc, the same for zsh in ~/.zshrc, `mas completion fish > ~/.config/fish/completions/mas.fish`, and `mas completion powershell | Out-String | Invoke-Expression` in $PROFILE.",
  positionals: [
    choice("shell", [...shells, "install", "uninstall"], "Which shell's script to print; or what to do.", {
      required: true,
    }),
    choice("which", shells, "After install and uninstall: for which shell; yours when left out."),
  ],
  examples: ["mas completion bash", "mas completion install zsh"],
})
