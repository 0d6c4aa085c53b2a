import { clockModes, rates, webhookTimes } from "../../../mock-server/base/clock.ts"
import { boolean, choice, duration, integer, moment, number } from "../../command/flags.ts"
import type { CommandSpec } from "../../command/spec.ts"
import { control, pathParameter } from "./parts.ts"

export const timeCommands: readonly CommandSpec[] = [
  control("advance", "Move time on, running all work due on the way", {
    positionals: [duration("by", "How far: 30s, 5m, 2h, 3d, or milliseconds.")],
    flags: [
      moment("to", "A moment to advance to, instead."),
      boolean("next", "To the next work that is due, instead."),
      moment("until", "Not past this moment, where the next work is later.", { implies: ["next"] }),
    ],
    exactlyOneOf: ["by", "to", "next"],
    examples: ["mas mock advance 3d", "mas mock advance --to 2030-01-01T00:00:00Z", "mas mock advance --next"],
  }),
  control("clock", "Show the clock, or change it", {
    flags: [
      choice("mode", clockModes, "Let time go, stand still, or go faster."),
      number("rate", "So many times as fast, up to 3600.", { minimum: rates.least, maximum: rates.most }),
      moment("now", "Set the time; what is due on the way runs."),
      choice("sign-with", webhookTimes, "Sign webhooks by the world's clock, or by the machine's (real)."),
    ],
    examples: ["mas mock clock", "mas mock clock --mode frozen", "mas mock clock --rate 60"],
  }),
  control("timers", "List the work that waits for its time", {
    flags: [integer("limit", "Only the earliest N.", { minimum: 1 })],
    examples: ["mas mock timers --limit 10"],
  }),
  control("checkpoints", "List the states to go back to, keep one more, or forget one", {
    flags: [
      { name: "save", ...pathParameter, placeholder: "name", description: "Keep the state as it is now by this name." },
      { name: "remove", ...pathParameter, placeholder: "name", description: "Forget this one.", conflicts: ["save"] },
    ],
    examples: ["mas mock checkpoints --save before", "mas mock checkpoints"],
  }),
  control("rewind", "Go back to a state that was kept, its time included", {
    positionals: [{ name: "name", ...pathParameter, required: true, description: "The checkpoint." }],
    examples: ["mas mock checkpoint before && mas mock rewind before"],
  }),
]
