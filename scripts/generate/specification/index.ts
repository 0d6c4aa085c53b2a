import { readFileSync } from "node:fs"
import { webhookEventTypes } from "../../../sdk/contract/models/webhook-event-types.ts"
import { docs } from "../../../sdk/contract/openapi/docs.gen.ts"
import { readMachines } from "../state-machines.ts"
import { credentialTable, endpointTable } from "./endpoints.ts"
import { errorTable } from "./errors.ts"
import { isLimit, limitTable, limitText } from "./limits.ts"
import { table } from "./markdown.ts"

const head =
  "<!-- Written by `npm run generate` from scripts/generate/specification and sdk/contract. Do not edit. -->\n\n"

/** `docs/specification.md`: the interface in our own words; what the contract states already is filled in. */
export async function renderSpecification(): Promise<string> {
  const moves = new Map((await readMachines()).map(({ machine }) => [machine.name, movesText(machine.moves)]))
  const template = readFileSync(new URL("template.md", import.meta.url), "utf8")
  return (
    head +
    template.replaceAll(/\{\{(\w+)(?::([^}]+))?\}\}/g, (_whole, part: string, about = "") => fill(part, about, moves))
  )
}

function fill(part: string, about: string, moves: ReadonlyMap<string, string>): string {
  if (part === "endpoints") return endpointTable(about)
  if (part === "limit" && isLimit(about)) return limitText(about)
  const text = part === "moves" ? moves.get(about) : parts[part]?.()
  if (text === undefined) throw new Error(`The specification asks for ${part}:${about}, which there is not`)
  return text
}

const parts: Readonly<Record<string, () => string>> = {
  credentials: credentialTable,
  errors: errorTable,
  limits: limitTable,
  ladder: () => limitText("webhookRetryDelays"),
  events: eventTable,
}

/** `pending → accepted (accept), revoked (revoke).` for each state that something leads out of. */
function movesText(moves: readonly (readonly [string, string, string])[]): string {
  const states = [...new Set(moves.map(([state]) => state))]
  const lines = states.map((state) => {
    const out = moves.filter(([from]) => from === state)
    return `\`${state}\` → ${out.map(([, on, to]) => `\`${to}\` (${on})`).join(", ")}`
  })
  return `${lines.join("; ")}.`
}

function eventTable(): string {
  const rows = webhookEventTypes.map((type) => {
    const [, name = ""] = type.split(".")
    return [`\`${type}\``, docs[`Email${name[0]?.toUpperCase()}${name.slice(1)}Event`]?.about ?? ""]
  })
  return table(["type", "when"], rows)
}
