import { clockModes, rates } from "../../../mock-server/base/clock.ts"
import { seeds } from "../../../mock-server/base/random.ts"
import { boolean, choice, file, integer, moment, number, text } from "../../line/command/flags.ts"
import type { CommandSpec } from "../../line/command/spec.ts"
import { control, inBody, pathParameter } from "../../specs/parts.ts"

/** Commands for the initial state: fixtures, senders, worlds. */
export const beginnings: readonly CommandSpec[] = [
  control("fixtures", "Print the world as fixtures, or reset it with fixtures", {
    control: [{ call: "PUT /fixtures" }, { call: "GET /fixtures" }],
    description: "Fixtures contain the initial state; a snapshot also contains history and scheduled work.",
    flags: [
      file("to", "File to write, YAML or JSON by its name."),
      file("from", "Reset with this file, YAML or JSON; `-` is stdin.", { conflicts: ["to"] }),
    ],
    examples: [
      "mas mock fixtures --to shop.yaml",
      "mas mock fixtures --to shop.yaml && mas mock fixtures --from shop.yaml",
    ],
  }),
  control("sender", "Give a brand an address to send from", {
    control: [{ call: "POST /senders" }],
    positionals: inBody(text("email", "The address; verified by default.", { format: "email", required: true })),
    flags: [
      ...inBody(
        integer("account-id", "For the default brand of this account.", { minimum: 1, conflicts: ["brand-sid"] }),
        text("brand-sid", "For this brand; the main one when left out.", { placeholder: "sid" }),
        boolean("inbox", "Mail to it reaches the brand's inbox."),
      ),
      boolean("unverified", "It still has to be verified.", { at: ["body", "verified"], sends: false }),
    ],
    examples: ["mas mock sender hello@shop.test --account-id 3"],
  }),
  control("worlds", "List the worlds, create one, or remove one", {
    control: [{ call: "POST /worlds" }, { call: "DELETE /worlds/{id}" }, { call: "GET /worlds" }],
    description:
      "A world has its own state, clock and faults. Requests select it by its address, by its API key, or by the header X-MAS-World.",
    flags: [
      boolean("create", "Create one."),
      integer("seed", "Its seed; the server's own when left out.", {
        minimum: seeds.least,
        maximum: seeds.most,
        implies: ["create"],
      }),
      choice("clock", clockModes, "Its clock; as the server's when left out.", { implies: ["create"] }),
      number("rate", "Its clock runs N times as fast.", {
        minimum: rates.least,
        maximum: rates.most,
        implies: ["create"],
      }),
      moment("now", "Its initial time.", { implies: ["create"] }),
      file("fixtures", "File with its initial state, YAML or JSON.", { placeholder: "path", implies: ["create"] }),
      { name: "remove", ...pathParameter, placeholder: "id", description: "Remove this one.", conflicts: ["create"] },
    ],
    examples: ["mas mock worlds --create --clock frozen", "mas mock worlds"],
  }),
]
