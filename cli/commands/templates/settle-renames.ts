import type { Context } from "../../context.ts"
import { UsageError } from "../../errors/cli-error.ts"
import type { Pair } from "../../templates/index.ts"
import type { Files } from "./files.ts"
import type { Looked } from "./look.ts"

/**
 * Settles whether a new folder is a template whose folder is gone, where neither its name nor a body says so: asks on a
 * terminal, and refuses elsewhere. A template that was added by mistake could never be deleted.
 */
export async function settleRenames(context: Context, files: Files, looked: Looked, mayAsk: boolean): Promise<Looked> {
  const left = [...looked.lost]
  const moved: Pair[] = []
  const pairs: Pair[] = []
  for (const pair of looked.pairs) {
    if (pair.state !== "new_here" || left.length === 0) {
      pairs.push(pair)
      continue
    }
    const answer = mayAsk && context.isInteractive ? await ask(context, pair, left) : refuseToGuess(pair, left)
    const from = left.find((lost) => answer === was(lost))
    if (from !== undefined) {
      left.splice(left.indexOf(from), 1)
      moved.push(from)
      pairs.push(files.renamedPair(pair, from))
    } else if (answer === "new") pairs.push(pair)
  }
  const isMoved = (pair: Pair) => moved.some(({ folder }) => folder === pair.folder)
  return { ...looked, pairs: pairs.filter((pair) => !isMoved(pair)) }
}

const was = ({ folder }: Pair): string => `it was ${folder}`

const ask = (context: Context, { folder }: Pair, lost: readonly Pair[]): Promise<string> =>
  context.ask.choice(`${folder} is a new folder, and another is gone. What is it?`, [
    ...lost.map((pair) => ({ value: was(pair), description: `renamed: the template ${pair.remote?.id} is updated` })),
    { value: "new", description: "a template of its own, which is added and cannot be deleted" },
    { value: "leave", description: "nothing is sent of it now" },
  ])

function refuseToGuess({ folder }: Pair, lost: readonly Pair[]): never {
  const names = lost.map((pair) => pair.folder).join(", ")
  const [first] = lost
  const name = first?.base?.name ?? first?.remote?.content.name ?? ""
  throw new UsageError(
    `${folder} is a new folder, and ${names} is gone: it may be the same template, renamed. Nothing was sent`,
    `If it was renamed, push it once with its former name (name: ${JSON.stringify(name)}), then change that. If it is another, first say that the old one is to be forgotten: mas templates pull --only ${first?.folder} --on-deleted forget`,
  )
}
