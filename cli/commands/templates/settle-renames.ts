import type { Context } from "../../connection/context.ts"
import { shell } from "../../line/shell-word.ts"
import type { Pair } from "../../templates/index.ts"
import { UsageError } from "../../terminal/errors/cli-error.ts"
import type { Files } from "./files.ts"
import type { TemplateStatus } from "./look.ts"

/**
 * Decides whether a new folder is a renamed one, when neither name nor body tells: asks on a terminal, fails elsewhere.
 * A template created by mistake could never be deleted.
 */
export async function resolveRenames(
  context: Context,
  files: Files,
  looked: TemplateStatus,
  mayAsk: boolean,
): Promise<TemplateStatus> {
  const remaining = [...looked.lost]
  const moved: Pair[] = []
  const pairs: Pair[] = []
  for (const pair of looked.pairs) {
    if (pair.state !== "new_here" || remaining.length === 0) {
      pairs.push(pair)
      continue
    }
    const decision =
      mayAsk && context.isInteractive ? await ask(context, pair, remaining) : refuseToGuess(pair, remaining)
    const from = remaining.find((lost) => decision === was(lost))
    if (from !== undefined) {
      remaining.splice(remaining.indexOf(from), 1)
      moved.push(from)
      pairs.push(files.renamedPair(pair, from))
    } else if (decision === "new") pairs.push(pair)
  }
  const isMoved = (pair: Pair) => moved.some(({ folder }) => folder === pair.folder)
  return { ...looked, pairs: pairs.filter((pair) => !isMoved(pair)) }
}

const was = ({ folder }: Pair): string => `it was ${folder}`

const ask = (context: Context, { folder }: Pair, lost: readonly Pair[]): Promise<string> =>
  context.ask.choice(`${folder} is a new folder, and another is missing. What is it?`, [
    ...lost.map((pair) => ({ value: was(pair), description: `renamed: the template ${pair.remote?.id} is updated` })),
    { value: "new", description: "a new template, which is created and cannot be deleted" },
    { value: "leave", description: "not sent now" },
  ])

function refuseToGuess({ folder, local }: Pair, lost: readonly Pair[]): never {
  const names = lost.map((pair) => pair.folder)
  const [first = ""] = names
  const nameOf = ({ base, remote }: Pair) => base?.name ?? remote?.content.name ?? ""
  const isAlike = lost.some((pair) => nameOf(pair) === local?.content.name)
  const forget = (one: string) => shell`mas templates pull --only ${one} --on-deleted forget`
  const lastOther = names.length > 1 ? names.at(-1) : undefined
  const orOthers =
    lastOther === undefined ? "" : `, or first forget the others, such as ${lastOther}: ${forget(lastOther)}`
  const formerName = lost.map(nameOf)[0]
  throw new UsageError(
    `${folder} is a new folder, and ${names.join(", ")} ${names.length > 1 ? "are" : "is"} missing: it may be the same template, renamed. Nothing was sent`,
    // A name that several have, or that is not enough to tell, decides nothing.
    isAlike
      ? `If it was ${first}, give the folder that name again${orOthers}. If it is another template, first forget ${names.join(", ")}: ${forget(names.join(","))}`
      : `If it was renamed, push it once with its former name (name: ${JSON.stringify(formerName)}), then change it. If it is another template, first forget the old one: ${forget(first)}`,
  )
}
