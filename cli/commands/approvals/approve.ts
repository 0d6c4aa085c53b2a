import type { HeldItem } from "../../../sdk/outbox/index.ts"
import type { Context } from "../../connection/context.ts"
import { requiredTexts } from "../../line/flag-values.ts"
import { drawFacts } from "../../terminal/ask/facts.ts"
import { reasonOf, UsageError } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { withApprovals } from "../outbox/with-outbox.ts"
import { approveItem, requireSame } from "./approve-item.ts"
import { type OpenApprovals, personAt, requirePerson } from "./open-approvals.ts"
import { factsOf, reviewItems } from "./review.ts"

/** `mas approvals approve`: exit code 9 if some of several were not sent. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, globals, isInteractive, output } = context
  requirePerson(context)
  const words = [...new Set(requiredTexts(args, "item"))].map(readItem)
  // On a terminal it is an id, which may end so.
  const [, wrong] = /@([0-9a-f]+)$/i.exec(words.find(({ hash }) => hash === undefined)?.id ?? "") ?? []
  if (!isInteractive && wrong !== undefined)
    throw new UsageError(
      `${wrong} is no hash of a call: one has 16 digits of 0-9 and a-f`,
      "mas approvals show ID prints the hash of what would be sent.",
    )
  if (!isInteractive && words.some(({ hash }) => hash === undefined))
    throw new UsageError(
      "each call is approved as ID@HASH where nobody can be shown it",
      "mas approvals show ID prints the hash of what would be sent.",
    )
  return withApprovals(context, async ({ approvals }) => {
    const chosen = isInteractive && !globals.yes ? await askAbout(context, approvals, words) : words
    const results: object[] = []
    let failed = 0
    for (const { id, hash = "" } of chosen) {
      try {
        const decide = globals["dry-run"] ? requireSame : approveItem
        const item = await decide(context, approvals, { id, hash }, personAt("terminal"))
        const note = item.log.findLast(({ what }) => what === "sent")?.note ?? null
        results.push({ id, state: item.state, hash, body_sha256: item.bodySha256, response: note, error: null })
      } catch (error) {
        if (chosen.length === 1) throw error
        context.io.signal.throwIfAborted()
        failed++
        const isUnclear = (await approvals.get(id).catch(() => undefined))?.state === "leaving"
        const state = isUnclear ? "unclear" : "not sent"
        results.push({ id, state, hash, body_sha256: null, response: null, error: reasonOf(error) })
      }
    }
    await output.rows(results)
    if (globals["dry-run"]) context.note("Nothing was sent: this is a dry run.")
    return failed > 0 ? exitCodes.partly : exitCodes.ok
  })
}

/** An id may have an @: the hash stands after the last one. */
function readItem(word: string): { readonly id: string; readonly hash?: string } {
  const [, id, hash] = /^(.+)@([0-9a-f]{16})$/.exec(word) ?? []
  return id === undefined || hash === undefined ? { id: word } : { id, hash }
}

/** Shows calls whole, and asks once for all of them. */
async function askAbout(
  context: Context,
  approvals: OpenApprovals,
  words: readonly { readonly id: string; readonly hash?: string }[],
): Promise<{ readonly id: string; readonly hash?: string }[]> {
  const items: HeldItem[] = []
  for (const { id } of words) items.push(await approvals.get(id))
  const reviews = await reviewItems(context, approvals, items)
  for (const review of reviews)
    context.drawn(drawFacts(`${review.id}: ${review.what}`, factsOf(review), context.output.screen))
  await context.confirm(
    `Send ${reviews.length === 1 ? "this" : `these ${countText(reviews.length)}`}, exactly as shown`,
  )
  return reviews.map(({ id, hash }, index) => ({ id, hash: words[index]?.hash ?? hash }))
}
