import { seeds } from "../../../mock-server/base/random.ts"
import { profileNames } from "../../../mock-server/world/fault-profiles.ts"
import { oneWordCommand } from "./parts.ts"

/** Days of the user's own programs. */
export const simulateGroup = oneWordCommand({
  name: "simulate",
  summary: "Live through bad days of your own programs, and show the one that breaks them",
  description: [
    "The file's default export is a function of a day, as `simulate` of `mas-sdk/mock-server` takes it; it may export `options` for that, too, before which flags go. It is loaded as Node loads it: TypeScript needs Node 22.18, or `NODE_OPTIONS=--import=tsx`.",
  ],
  positionals: [{ name: "file", type: "string", required: true, description: "JavaScript or TypeScript." }],
  flags: [
    { name: "runs", type: "integer", minimum: 1, description: "How many days.", default: "100, or 1 with --seed" },
    { name: "seed", type: "integer", minimum: seeds.least, maximum: seeds.most, description: "Seed of the first day." },
    { name: "faults", type: "string", choices: profileNames, description: "What goes wrong.", default: "storm" },
    { name: "for", type: "string", format: "duration", description: "How long a day is.", default: "36h" },
  ],
  examples: ["mas simulate shop-day.mjs --runs 1000", "mas simulate shop-day.mjs --seed 17"],
})
