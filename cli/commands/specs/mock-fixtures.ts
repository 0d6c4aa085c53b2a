import { clockModes, rates } from "../../../mock-server/base/clock.ts"
import { seeds } from "../../../mock-server/base/random.ts"
import type { CommandSpec } from "../../command/spec.ts"
import { control, pathParameter } from "./parts.ts"

/** What a mock server begins with: fixtures, senders, worlds. */
export const beginnings: readonly CommandSpec[] = [
  control("fixtures", "Print the world as fixtures, or begin anew with some", {
    description: ["Fixtures say what there is to begin with; a snapshot also holds what has happened and what waits."],
    flags: [
      { name: "to", type: "string", format: "file", description: "File to write, YAML or JSON by its name." },
      {
        name: "from",
        type: "string",
        format: "file",
        conflicts: ["to"],
        description: "Begin anew with this file, YAML or JSON; `-` is stdin.",
      },
    ],
    examples: [
      "mas mock fixtures --to shop.yaml",
      "mas mock fixtures --to shop.yaml && mas mock fixtures --from shop.yaml",
    ],
  }),
  control("sender", "Give a brand an address to send from", {
    positionals: [
      {
        name: "email",
        type: "string",
        format: "email",
        required: true,
        description: "The address; verified, unless said otherwise.",
      },
    ],
    flags: [
      {
        name: "account-id",
        type: "integer",
        minimum: 1,
        conflicts: ["brand-sid"],
        description: "For the default brand of this account.",
      },
      {
        name: "brand-sid",
        type: "string",
        placeholder: "sid",
        description: "For this brand; the main one when left out.",
      },
      { name: "unverified", type: "boolean", description: "It still has to be verified." },
      { name: "inbox", type: "boolean", description: "Mail to it reaches the brand's inbox." },
    ],
    examples: ["mas mock sender hello@shop.test --account-id 3"],
  }),
  control("worlds", "List the worlds, make one, or end one", {
    description: [
      "A world has state, clock and faults of its own. Requests name it by its address, by its API key, or by the header X-MAS-World.",
    ],
    flags: [
      { name: "create", type: "boolean", description: "Make one." },
      {
        name: "seed",
        type: "integer",
        minimum: seeds.least,
        maximum: seeds.most,
        description: "Its seed; the server's own when left out.",
        implies: ["create"],
      },
      {
        name: "clock",
        type: "string",
        choices: clockModes,
        description: "Its clock; as the server's when left out.",
        implies: ["create"],
      },
      {
        name: "rate",
        type: "number",
        minimum: rates.least,
        maximum: rates.most,
        description: "Its clock goes so many times as fast.",
        implies: ["create"],
      },
      { name: "now", type: "string", format: "moment", description: "Its time at first.", implies: ["create"] },
      {
        name: "fixtures",
        type: "string",
        format: "file",
        placeholder: "path",
        description: "File of what it begins with, YAML or JSON.",
        implies: ["create"],
      },
      { name: "remove", ...pathParameter, placeholder: "id", description: "End this one.", conflicts: ["create"] },
    ],
    examples: ["mas mock worlds --create --clock frozen", "mas mock worlds"],
  }),
]
