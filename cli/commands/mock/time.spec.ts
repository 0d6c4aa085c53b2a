import { clockModes, rates, webhookTimes } from "../../../mock-server/base/clock.ts"
import { timerMoves } from "../../../mock-server/world/move-timer.ts"
import { boolean, choice, duration, integer, moment, number } from "../../line/command/flags.ts"
import { allFields, type CommandSpec } from "../../line/command/spec.ts"
import { control, inBody, pathParameter } from "../../specs/parts.ts"

export const timeCommands: readonly CommandSpec[] = [
  control("advance", "Advance time, running all work that becomes due", {
    control: [{ call: "POST /clock/advance" }],
    positionals: inBody(duration("by", "How far: 30s, 5m, 2h, 3d, or milliseconds.")),
    flags: [
      ...inBody(
        moment("to", "A moment to advance to, instead."),
        moment("until", "At most to this moment, if the next work is later.", { implies: ["next"] }),
      ),
      boolean("next", "To the next work that is due, instead.", { at: ["body", "to"], sends: "next" }),
    ],
    exactlyOneOf: ["by", "to", "next"],
    examples: ["mas mock advance 3d", "mas mock advance --to 2030-01-01T00:00:00Z", "mas mock advance --next"],
  }),
  control("clock", "Show the clock, or change it", {
    control: [{ call: "PUT /clock", when: allFields }, { call: "GET /clock" }],
    flags: [
      ...inBody(
        choice("mode", clockModes, "Let time run, stand still, or run faster."),
        number("rate", "N times as fast, up to 3600.", { minimum: rates.least, maximum: rates.most }),
        moment("now", "Set the time; work that becomes due runs."),
      ),
      choice("sign-with", webhookTimes, "Sign webhooks by the world's clock, or by the machine's (real).", {
        at: ["body", "webhook_time"],
      }),
    ],
    examples: ["mas mock clock", "mas mock clock --mode frozen", "mas mock clock --rate 60"],
  }),
  control("timers", "List scheduled work; run it now, postpone it, or run it twice", {
    control: [
      { call: "POST /timers/{id}/{move}", when: "move" },
      { call: "GET /timers/{id}", when: "id" },
      { call: "GET /timers", columns: ["id", "kind", "subject", "due_at", "error"], end: "earliest" },
    ],
    description:
      "`promote` runs it now instead of at its time, `repeat` runs it now and at its time; `postpone` delays it by `--by`.",
    positionals: [
      integer("id", "This one only.", { minimum: 1 }),
      choice("move", timerMoves, "What happens to it; without it, it is shown."),
    ],
    flags: [
      ...inBody(duration("by", "How long to postpone it: 30s, 5m, 2h, 3d, or milliseconds.", { withId: "only" })),
      integer("limit", "Only the earliest N.", { minimum: 1 }),
    ],
    examples: ["mas mock timers --limit 10", "mas mock timers 1 postpone --by 3d"],
  }),
  control("checkpoints", "List checkpoints, save one, or remove one", {
    control: [
      { call: "POST /checkpoints", when: "save", columns: ["name", "now"] },
      { call: "DELETE /checkpoints/{name}", when: "remove" },
      { call: "GET /checkpoints", columns: ["name", "now"] },
    ],
    flags: [
      {
        name: "save",
        ...pathParameter,
        placeholder: "name",
        description: "Save the current state under this name.",
        at: ["body", "name"],
      },
      { name: "remove", ...pathParameter, placeholder: "name", description: "Remove this one.", conflicts: ["save"] },
    ],
    examples: ["mas mock checkpoints --save before", "mas mock checkpoints"],
  }),
  control("rewind", "Rewind to a checkpoint, including its time", {
    control: [{ call: "POST /checkpoints/{name}/rewind" }],
    positionals: [{ name: "name", ...pathParameter, required: true, description: "The checkpoint." }],
    examples: ["mas mock checkpoints --save before && mas mock rewind before"],
  }),
]
