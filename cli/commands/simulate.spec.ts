import { seeds } from "../../mock-server/base/random.ts"
import { profileNames } from "../../mock-server/world/fault-profiles.ts"
import { choice, duration, integer, text } from "../line/command/flags.ts"
import { oneWordCommand } from "../specs/parts.ts"

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
