import { freshWorld } from "../../seed/fresh-world.ts"
import { mergeWithSeed } from "../../seed/merge-fixtures.ts"
import type { ControlLogEntry } from "../../world/control-log.ts"
import type { MountedWorld } from "../../world/mounted-world.ts"
import { mainWorld } from "../../world/world-names.ts"
import type { SentRequest } from "./sent-request.ts"

export type Item =
  | { readonly kind: "request"; readonly at: number; readonly request: SentRequest }
  | { readonly kind: "act"; readonly at: number; readonly act: ControlLogEntry }

export function whyNotReproducible(
  { world, setup }: MountedWorld,
  items: readonly Item[],
  hasOddResponses: boolean,
): string[] {
  const requests = items.flatMap((item) => (item.kind === "request" ? [item.request] : []))
  const problems = requests.flatMap((request) => {
    const why = reasonOf(request)
    return why === undefined ? [] : [`Request ${request.entry.id} ${why}.`]
  })
  if (world.restoredUpTo !== undefined)
    problems.push("The world was restored to a state that this test does not create.")
  const isWhole = world.journal.isWhole && world.controlLog.isWhole && (world.attempts.list()[0]?.id ?? 1) === 1
  if (!isWhole) problems.push("The first requests or control calls are no longer kept.")
  if (isSetBack(world.options.now, items)) problems.push("The clock was set back.")
  if (requests.some(({ likeIt, seeded }) => likeIt && !seeded) && (hasOddResponses || items.some(isByChance))) {
    problems.push("The test creates another credential, which changes random ids and faults.")
  }
  if (world.options.rateLimit !== undefined && requests.some(({ entry }) => entry.status === 429)) {
    problems.push("The rate limit depends on real time.")
  }
  if (requests.some(({ text }) => text?.includes("[redacted]")) && hasPasswords(setup.fixtures)) {
    problems.push("Some users of the fixtures have their own passwords.")
  }
  return problems
}

function reasonOf({ entry, form, text = "", url }: SentRequest): string | undefined {
  const { status, fault_id, request_body, response_body } = entry
  if (status === null && fault_id === null) return "was aborted by its client"
  const isUnread = request_body === null && (fault_id !== null || [401, 403, 404, 415].includes(status ?? 0))
  if (form !== undefined && !isUnread) return "sent a file, which is not kept: add it"
  // Any sent value would be wrong then.
  if (status === 401 && fault_id === null) return undefined
  const comparable = status === null || status < 400 ? text.replaceAll('"password":"[redacted]"', "") : text
  if (`${url}${comparable}`.includes("[redacted]")) return "sent a secret, which is not kept: add it"
  const isUnkept =
    status === 413 ||
    text.includes("[nested too deeply") ||
    (text === "" && /JSON: it is/.test(JSON.stringify(response_body)))
  return isUnkept ? "sent a body that is not kept" : undefined
}

function isSetBack(begin: number, items: readonly Item[]): boolean {
  let now = begin
  return items.some((item) => {
    const isBack = item.kind === "act" && item.act.call === "PUT /clock" && item.at < now
    now = Math.max(now, item.at)
    return isBack
  })
}

const isByChance = (item: Item) =>
  item.kind === "act" &&
  item.act.call.includes("/faults") &&
  /"(probability|name)":/.test(JSON.stringify(item.act.body))

function hasPasswords(fixtures: MountedWorld["setup"]["fixtures"]): boolean {
  const { owner } = freshWorld(mainWorld, fixtures).users
  return Object.values(mergeWithSeed(fixtures).users ?? {}).some(
    (user) => (user?.password ?? owner.password) !== owner.password,
  )
}
