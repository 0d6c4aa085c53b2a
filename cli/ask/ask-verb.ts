import { loadAsk } from "../create-context.ts"
import type { Io } from "../io.ts"
import { commandWords } from "../line/router.ts"
import { screenFor } from "../output/screen.ts"
import type { Tables } from "../start/assets.ts"

/** The words typed, with a verb where a group was named without one and somebody can be asked which. */
export async function withVerb(argv: readonly string[], io: Io, tables: Tables): Promise<readonly string[]> {
  const [name, verb] = commandWords(argv)
  const isTerminal = io.stdin.isTTY && io.stdout.isTTY && io.stderr.isTTY
  const group = name === undefined || verb !== undefined || !isTerminal ? undefined : tables.group(name)
  if (!group || group.commands.some(({ words }) => words.length === 1)) return argv
  const ask = await loadAsk(io, screenFor(io.stderr, io))
  const choices = group.commands
    .filter(({ hidden }) => !hidden)
    .map(({ words, summary }) => ({ value: words[1] ?? "", description: summary }))
  const chosen = await ask.choice(`mas ${name}, and then:`, choices)
  const at = argv.indexOf(name ?? "")
  return argv.toSpliced(at + 1, 0, chosen)
}
