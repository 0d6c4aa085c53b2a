import { clockModes, rates } from "../../../mock-server/base/clock.ts"
import { seeds } from "../../../mock-server/base/random.ts"
import { boolean, choice, file, integer, moment, number, text } from "../../command/flags.ts"
import type { CommandSpec } from "../../command/spec.ts"
import { control, pathParameter } from "./parts.ts"

/** What a mock server begins with: fixtures, senders, worlds. */
export const beginnings: readonly CommandSpec[] = [
  control("fixtures", "Print the world as fixtures, or begin anew with some", {
    description: "Fixtures say what there is to begin with; a snapshot also holds what has happened and what waits.",
    flags: [
      file("to", "File to write, YAML or JSON by its name."),
      file("from", "Begin anew with this file, YAML or JSON; `-` is stdin.", { conflicts: ["to"] }),
    ],
    examples: [
      "mas mock fixtures --to shop.yaml",
      "mas mock fixtures --to shop.yaml && mas mock fixtures --from shop.yaml",
    ],
  }),
  control("sender", "Give a brand an address to send from", {
    positionals: [text("email", "The address; verified, unless said otherwise.", { format: "email", required: true })],
    flags: [
      integer("account-id", "For the default brand of this account.", { minimum: 1, conflicts: ["brand-sid"] }),
      text("brand-sid", "For this brand; the main one when left out.", { placeholder: "sid" }),
      boolean("unverified", "It still has to be verified."),
      boolean("inbox", "Mail to it reaches the brand's inbox."),
    ],
    examples: ["mas mock sender hello@shop.test --account-id 3"],
  }),
  control("worlds", "List the worlds, make one, or end one", {
    description:
      "A world has state, clock and faults of its own. Requests name it by its address, by its API key, or by the header X-MAS-World.",
    flags: [
      boolean("create", "Make one."),
      integer("seed", "Its seed; the server's own when left out.", {
        minimum: seeds.least,
        maximum: seeds.most,
        implies: ["create"],
      }),
      choice("clock", clockModes, "Its clock; as the server's when left out.", { implies: ["create"] }),
      number("rate", "Its clock goes so many times as fast.", {
        minimum: rates.least,
        maximum: rates.most,
        implies: ["create"],
      }),
      moment("now", "Its time at first.", { implies: ["create"] }),
      file("fixtures", "File of what it begins with, YAML or JSON.", { placeholder: "path", implies: ["create"] }),
      { name: "remove", ...pathParameter, placeholder: "id", description: "End this one.", conflicts: ["create"] },
    ],
    examples: ["mas mock worlds --create --clock frozen", "mas mock worlds"],
  }),
]
