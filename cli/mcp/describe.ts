import type { CommandSpec } from "../command.ts"
import type { Redactor } from "../request/redactor.ts"
import { reachedDefs } from "../schema/command-schemas.ts"
import { argumentsSchema } from "../schema/rules-schema.ts"
import { safetyOf } from "../schema/safety.ts"
import { type Catalog, isMock } from "./catalog.ts"

/** How many calls `find` tells of at once. */
const most = 12

/** What `find` answers: the best of what fits, and how many there are. */
export function findAnswer(catalog: Catalog, query: string) {
  const found = catalog.find(query)
  if (query.trim() === "") return { names: namesByGroup(found), next: "describe one, or find by words." }
  const shown = found.slice(0, most).map((command) => ({
    name: command.name,
    summary: command.summary,
    safety: safetyOf(command),
    tool: isMock(command) ? "mock" : "call",
  }))
  const more =
    found.length > shown.length ? { next: `${shown.length} of ${found.length}: say more to see others.` } : {}
  return {
    found: shown,
    total: found.length,
    ...(shown.length > 0 ? more : { next: "find without a query names all." }),
  }
}

function namesByGroup(commands: readonly CommandSpec[]): Record<string, string> {
  const groups: Record<string, string> = {}
  for (const { name } of commands) {
    const [group = "", verb = ""] = name.split(".")
    groups[group] = groups[group] === undefined ? verb : `${groups[group]} ${verb}`
  }
  return groups
}

/** What `describe` answers: what goes in as JSON Schema, and the names of what comes out. */
export function describeAnswer(catalog: Catalog, command: CommandSpec, redactor: Redactor) {
  const { name, summary, description = [], endpoint, positionals, flags } = command
  const schema = catalog.schemas.commands[name]
  const input = schema?.input ?? argumentsSchema(positionals, flags)
  const $defs = reachedDefs(input, catalog.schemas)
  return {
    name,
    tool: isMock(command) ? "mock" : "call",
    summary,
    ...descriptionOf(description),
    safety: safetyOf(command),
    ...(endpoint?.idempotency ? { idempotency_key: "made up when left out, and given back" } : {}),
    input,
    ...(Object.keys($defs).length > 0 ? { $defs } : {}),
    ...(schema?.example ? { example: redactor.value(schema.example) } : {}),
    ...(endpoint ? { credentials: endpoint.credentials } : {}),
    ...(endpoint ? { gives: endpoint.paginated ? { items: [endpoint.fields] } : endpoint.fields } : {}),
  }
}

/** What help says, without what only holds on a terminal; flags by the fields that they set. */
function descriptionOf(paragraphs: readonly string[]): { description?: string } {
  const text = paragraphs.filter((paragraph) => !/^On a terminal/.test(paragraph)).join(" ")
  const named = text.replaceAll(/--([a-z]+(?:-[a-z]+)*)/g, (_, flag: string) => flag.replaceAll("-", "_"))
  return named === "" ? {} : { description: named }
}
