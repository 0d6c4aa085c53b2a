import { join, relative } from "node:path"
import type { Mas } from "../../../sdk/client/client.ts"
import type { AccountIdentity } from "../../connection/account/account-identity.ts"
import type { Context } from "../../connection/context.ts"
import { textsOf } from "../../line/flag-values.ts"
import { nearest } from "../../line/suggest.ts"
import type { Content, LockEntry, Locked, Pair, Problem, RemoteTemplate, TemplateSet } from "../../templates/index.ts"
import { refusedValue } from "../../terminal/errors/cli-error.ts"
import { nameAccount, refuseOther } from "./account.ts"
import { type Files, folderOf, isSelected, needFolder, problemText, refuse } from "./files.ts"

/** A brand of the service to compare templates with. */
export interface Target {
  readonly client: Mas
  readonly account: AccountIdentity
  /** Its keys in the lock file. */
  readonly address: string
  readonly brand: string
}

/** The comparison of the folder with one brand. */
export interface TemplateStatus {
  readonly target: Target
  readonly set: TemplateSet
  /** The selected templates, by folder. */
  readonly pairs: readonly Pair[]
  /** All templates whose folder was deleted, selected or not. */
  readonly lost: readonly Pair[]
  /** Ids of all templates that the service had at that time. */
  readonly seen: ReadonlySet<number>
  /** True when the service has none of the templates that the folder knows there. */
  readonly isAllLost: boolean
}

export async function targetsOf(context: Context, files: Files): Promise<Target[]> {
  const { baseUrl = "", brand } = await context.profile()
  const brandFlags = textsOf(context.flags, "brand")
  const brands = brandFlags === undefined ? [brand] : [...new Set(brandFlags)]
  const account = await nameAccount(context)
  const targets: Target[] = []
  for (const brandSid of brands) {
    const client = await context.client(brandSid === undefined ? {} : { brandSid })
    targets.push({ client, account, address: files.addressKey(baseUrl), brand: brandSid ?? files.defaultBrand })
  }
  return targets
}

export async function loadStatus(context: Context, files: Files, target: Target): Promise<TemplateStatus> {
  needFolder(context, true)
  const set = await files.readTemplates(folderOf(context))
  // A template's problem affects only that template; a partial may be used in any.
  const ofTemplates = new Set([...set.unreadable.values()].flat())
  refuse(
    context,
    set.problems.filter((problem) => !ofTemplates.has(problem)),
  )
  const locked = await lockOf(context, files)
  const owner = ownValue(locked.accounts, target.address)
  refuseOther(context, relative(context.io.cwd, set.dir) || ".", owner, target.account)
  const entries = owner && owner.key !== target.account.key ? {} : entriesOf(locked.lock, target)
  const bases = new Map<string, Content>()
  for (const { base } of Object.values(entries)) {
    const content = await files.readBase(set.dir, base)
    if (content !== undefined) bases.set(base, content)
  }
  const remotes = await readRemotes(context, files, target, Object.values(entries), bases)
  const only = textsOf(context.flags, "only")
  const pairs = files.compare({ set, entries, remotes, bases }).sort((a, b) => (a.folder < b.folder ? -1 : 1))
  const strange = only?.find((name) => !pairs.some(({ folder }) => folder === name))
  if (strange !== undefined) {
    const folders = pairs.map(({ folder }) => folder)
    const suggestion = nearest(strange, folders)
    const advice =
      suggestion === undefined ? `There are ${folders.join(", ") || "none"}` : `Did you mean ${suggestion}?`
    throw refusedValue("--only", `is not a template, here or at the service: ${strange}. ${advice}`)
  }
  const listedIds = new Set(remotes.map(({ id }) => id))
  const tracked = pairs.filter(({ entry, state }) => entry && !entry.forgotten && state !== "gone")
  const isAllLost = tracked.length > 0 && tracked.every(({ state }) => state === "deleted_there")
  const lost = pairs.filter(({ state }) => state === "deleted_here")
  return { target, set, pairs: pairs.filter((pair) => isSelected(only, pair)), lost, seen: listedIds, isAllLost }
}

export async function lockOf(context: Context, files: Files): Promise<Locked> {
  const { problems, ...locked } = await files.readLock(folderOf(context))
  refuse(context, problems)
  return locked
}

const entriesOf = (lock: Locked["lock"], { address, brand }: Target): Readonly<Record<string, LockEntry>> =>
  ownValue(ownValue(lock, address) ?? {}, brand) ?? {}

export const ownValue = <T>(record: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined

/** The brand's templates. If the list omits bodies, fetches each template with a new version. */
async function readRemotes(
  { io }: Context,
  files: Files,
  { client }: Target,
  entries: readonly LockEntry[],
  bases: ReadonlyMap<string, Content>,
): Promise<RemoteTemplate[]> {
  const { signal } = io
  const remotes: RemoteTemplate[] = []
  for await (const row of client.templates.list({ limit: 100 }, { signal })) {
    const { id, version } = row
    const isWhole = row.html !== undefined || row.body !== undefined
    const entry = entries.find((one) => one.id === id && one.version === version)
    const savedBase = isWhole || entry === undefined ? undefined : bases.get(entry.base)
    const fullRow = isWhole || savedBase ? row : await client.templates.get(id, { signal })
    remotes.push({ id, version: fullRow.version, content: savedBase ?? files.contentOf(fullRow) })
  }
  return remotes
}

/** True for states in which a template needs no action and no message. */
export const isSettled = ({ state }: Pick<Pair, "state">): boolean =>
  state === "same" || state === "gone" || state === "forgotten"

export const problemsOf = (pairs: readonly Pair[]): Problem[] => pairs.flatMap(({ problems = [] }) => problems)

/** Why a template cannot be compared or merged, and what to do: a sentence. */
export function blockedReason(context: Context, { state, base, entry, problems }: Pair): string | undefined {
  if (problems !== undefined) return problems.map((problem) => problemText(context, problem)).join("; ")
  if (state !== "changed_both" || base !== undefined || entry === undefined) return undefined
  const folder = relative(context.io.cwd, join(folderOf(context), ".base"))
  return `${entry.base}.json is missing from ${folder}, so it is unknown which side changed: restore .base from version control, or pull with --on-conflict mark.`
}

/** True when the lock file lacks a common base, or still has an entry for a template that is gone. */
export function shouldKeep(files: Files, { state, entry, remote }: Pair): boolean {
  if (state !== "same" || remote === undefined) return state === "gone"
  const isKnown = entry?.id === remote.id && entry.version === remote.version && !entry.forgotten
  return !isKnown || entry.base !== files.baseName(remote.content)
}
