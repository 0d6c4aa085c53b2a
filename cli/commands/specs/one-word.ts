import { seeds } from "../../../mock-server/base/random.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import { boolean, choice, duration, integer, text } from "../../line/command/flags.ts"
import { oneWordCommand } from "./parts.ts"

export const doctorGroup = oneWordCommand("doctor", {
  summary: "Check configuration, reachability, clock, credential, webhooks and versions",
  description: "Each problem comes with a fix. The exit code is that of the first problem.",
  examples: ["mas doctor --profile mock"],
})

export const conformanceGroup = oneWordCommand("conformance", {
  summary: "Check a service's responses against the contract, with reads only by default",
  description: [
    "Makes every read that the credential allows, and compares bodies, statuses, paging headers and errors with the contract. Nothing is written without --writes. Unknown fields are ignored. The exit code is 1 when a line failed.",
    "--writes also creates, changes and deletes a webhook endpoint (disabled at once), saves the names of the account and the user unchanged, requests a price for validating a list, and sends requests that must be refused. It leaves nothing behind and reaches nobody: no message, no invitation, no campaign, no contact. It asks first; --yes answers.",
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
  summary: "Run your programs through simulated bad days, and show one that breaks them",
  description:
    "The file's default export is the day's function, as for `simulate` of `mas-sdk/mock-server`. It may also export `options`; flags take precedence. Node loads the file: TypeScript needs Node 22.18, or `NODE_OPTIONS=--import=tsx`.",
  positionals: [text("file", "JavaScript or TypeScript.", { required: true })],
  flags: [
    integer("runs", "Number of days.", { minimum: 1, default: "100, or 1 with --seed" }),
    integer("seed", "Seed of the first day.", { minimum: seeds.least, maximum: seeds.most }),
    choice("faults", profileNames, "The fault profile.", { default: "storm" }),
    duration("for", "Length of a day.", { default: "36h" }),
  ],
  examples: ["mas simulate shop-day.mjs --runs 1000", "mas simulate shop-day.mjs --seed 17"],
})

export const openGroup = oneWordCommand("open", {
  summary: "Open the mock server's dashboard or the service's description in a browser",
  description: "If no browser can be opened (SSH, containers, CI), the address is printed.",
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
  summary: "Print the input and output of commands as JSON Schema",
  description: [
    "For every command, or for a group or a command: arguments, flags, input and output, safety (read, write, sends, rights, paid, irreversible), exit codes and examples. `schema_version` grows when the format changes.",
    "With --agent, a short form: input, safety, an example and the output's field names.",
  ],
  positionals: [
    text("command", "A group, a group and a verb, or a name of the contract such as contacts.list.", { rest: true }),
  ],
  examples: ["mas schema contacts create", "mas schema"],
})

export const mcpGroup = oneWordCommand("mcp", {
  summary: "Serve the Model Context Protocol on stdin and stdout",
  description:
    "For assistants, which start it with the command `mas mcp --profile mock`. Five tools find, describe and make calls, and control a mock server. Before a call that costs money, cannot be undone, changes rights, or sends something to people or other machines, the client asks its user; if it cannot, the call must be repeated with a token from the first one. No result contains a secret.",
  flags: [boolean("read-only", "Only allow calls that change nothing.")],
  examples: ["mas mcp --profile mock", "mas mcp --read-only"],
})

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
