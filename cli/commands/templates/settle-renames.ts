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
    const from = remaining.find((lost) => decision === was(pair, lost))
    if (from !== undefined) {
      remaining.splice(remaining.indexOf(from), 1)
      moved.push(from)
      pairs.push(files.renamedPair(pair, from))
    } else if (decision === "new") pairs.push(pair)
  }
  const isMoved = (pair: Pair) => moved.some(({ folder }) => folder === pair.folder)
  return { ...looked, pairs: pairs.filter((pair) => !isMoved(pair)) }
}

/** The template that the folder was until now. */
const formerOf = ({ folder }: Pair, lost: readonly Pair[]): Pair | undefined =>
  lost.find(({ renamedFrom }) => renamedFrom === folder)

const was = (pair: Pair, lost: Pair): string =>
  formerOf(pair, [lost]) ? `it is still the template ${lost.remote?.id}` : `it was ${lost.folder}`

const whyDoubtful = (folder: string, { entry, remote }: Pair): string =>
  entry?.forgotten
    ? `${folder} may be the template ${remote?.id}, which was forgotten`
    : `${folder} has the text of another template`

function ask(context: Context, pair: Pair, lost: readonly Pair[]): Promise<string> {
  const former = formerOf(pair, lost)
  const what = former ? whyDoubtful(pair.folder, former) : `${pair.folder} is a new folder, and another is missing`
  const inOrder = former ? [former, ...lost.filter((other) => other !== former)] : lost
  return context.ask.choice(`${what}. What is it?`, [
    ...inOrder.map((other) => ({
      value: was(pair, other),
      description: `${other === former ? "" : "renamed: "}the template ${other.remote?.id} is updated`,
    })),
    { value: "new", description: "a new template, which is created and cannot be deleted" },
    { value: "leave", description: "not sent now" },
  ])
}

const nameOf = ({ base, remote }: Pair): string => base?.name ?? remote?.content.name ?? ""

const forget = (folder: string): string => shell`mas templates pull --only ${folder} --on-deleted forget`

function refuseToGuess(pair: Pair, lost: readonly Pair[]): never {
  const { folder, local } = pair
  const former = formerOf(pair, lost)
  if (former) refuseDoubtful(folder, former)
  const names = lost.map((other) => other.folder)
  const [first = ""] = names
  const isAlike = lost.some((other) => nameOf(other) === local?.content.name)
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

function refuseDoubtful(folder: string, former: Pair): never {
  const { id } = former.remote ?? {}
  const isNew = `If it is a new one, first forget that template: ${forget(former.folder)}`
  if (former.entry?.forgotten)
    throw new UsageError(
      `${whyDoubtful(folder, former)}, or a new one. Nothing was sent`,
      `${isNew}. If it is that one, write its folder again, and make the change there: ${shell`mas templates pull --only ${former.folder} --on-deleted write`}`,
    )
  throw new UsageError(
    `${whyDoubtful(folder, former)}: is it still the template ${id}, or a new one? Nothing was sent`,
    `If it is still that one, push it once with its former name (name: ${JSON.stringify(nameOf(former))}), then change it. ${isNew}`,
  )
}
