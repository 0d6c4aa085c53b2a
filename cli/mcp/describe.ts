import type { CommandSpec } from "../command/spec.ts"
import { longWork } from "../commands/wait/long-work.ts"
import { countText } from "../output/numbers.ts"
import type { Redactor } from "../output/redactor.ts"
import { briefCommand } from "../schema/brief-command.ts"
import { safetyOf } from "../schema/safety.ts"
import { type Catalog, isMock } from "./catalog.ts"
import { mockInput } from "./mock.ts"
import { ToolWords } from "./tool-words.ts"

/** Maximum number of matches in one answer of `find`. */
const maxCalls = 12

/** The result of `find`: the best matches and the number of all matches. */
export function findAnswer(catalog: Catalog, query: string) {
  const found = catalog.find(query)
  if (query.trim() === "") return { names: namesByGroup(found), next: "describe one, or find by words." }
  const shown = found.slice(0, maxCalls).map((command) => ({
    name: command.name,
    summary: command.summary,
    safety: safetyOf(command),
    tool: isMock(command) ? "mock" : "call",
  }))
  const more =
    found.length > shown.length
      ? { next: `${countText(shown.length)} of ${countText(found.length)}: say more to see others.` }
      : {}
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

/** What `describe` answers: the command in brief, in words of tools. */
export function describeAnswer(catalog: Catalog, command: CommandSpec, redactor: Redactor) {
  const { name, endpoint } = command
  const words = new ToolWords(catalog)
  const forTerminal = catalog.forTerminal(command)
  const brief = briefCommand(command, catalog.schemas, isMock(command) ? mockInput(command) : undefined)
  const description = words.help(brief.description ?? "", forTerminal) || undefined
  return {
    ...brief,
    description,
    tool: isMock(command) ? "mock" : "call",
    ...(endpoint?.idempotency ? { idempotency_key: "made up when left out, and given back" } : {}),
    ...(longWork[name] ? { wait: "true answers when it is over" } : {}),
    input: words.schema(brief.input, forTerminal),
    ...(brief.example ? { example: redactor.value(brief.example) } : {}),
  }
}
