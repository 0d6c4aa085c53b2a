import { createReadStream, createWriteStream } from "node:fs"
import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import { createInterface } from "node:readline"
import { pipeline } from "node:stream/promises"
import type { Contact } from "../../../sdk/contract/contacts.ts"
import { writeFileAtomically } from "../../../sdk/files/atomic-write.ts"
import type { Context } from "../../connection/context.ts"
import { textOf } from "../../line/flag-values.ts"
import { wholePages } from "../../runners/whole-list.ts"
import { cannotWrite, UsageError } from "../../terminal/errors/cli-error.ts"
import { nothingFound } from "../../terminal/errors/nothing-found.ts"
import { csvLine } from "../../terminal/output/csv.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { findList } from "./find-list.ts"

export async function run(context: Context): Promise<void> {
  refuseOutputFlags(context.globals)
  const list = textOf(context.flags, "list")
  const listId = list === undefined ? undefined : (await findList(context, list)).id
  const toFlag = textOf(context.flags, "to")
  const to = toFlag === "-" ? undefined : toFlag
  const progress = context.progress("Export")
  let count = 0
  const contacts = async function* () {
    const client = await context.client()
    const query = { limit: 100, ...(listId === undefined ? {} : { list_id: listId }) }
    const list = client.contacts.list(query, { signal: context.io.signal })
    for await (const page of wholePages(list, { size: query.limit })) {
      yield* page.items
      count += page.items.length
      progress.update({ done: count, unit: "contacts", total: page.totalCount ?? undefined })
    }
  }
  const text = textOf(context.flags, "format") === "ndjson" ? ndjson(contacts()) : csv(contacts())
  try {
    if (to === undefined) await context.output.bytes(text)
    else await write(context, to, text)
  } finally {
    progress.end()
  }
  if (count === 0)
    throw nothingFound("There is no contact to export", "Only the header was written, if the format has one.")
  if (to !== undefined) context.note(`${countText(count)} contacts in ${to}`)
}

/** The file has a form of its own: a flag that is ignored would look as if it had worked. */
function refuseOutputFlags(globals: Context["globals"]): void {
  if (globals["dry-run"]) return
  const flag = (["output", "columns", "quiet"] as const).find((name) => globals[name])
  if (flag === undefined) return
  throw new UsageError(
    `contacts export takes no --${flag}: it prints a file that contacts import accepts`,
    "--format csv or --format ndjson chooses its format. mas contacts list --all takes --output, --columns and --quiet.",
  )
}

async function write({ io }: Context, to: string, text: AsyncIterable<Uint8Array>): Promise<void> {
  const path = resolve(io.cwd, to)
  await writeFileAtomically(path, text).catch((error: unknown) => {
    if (error instanceof Error && "syscall" in error) throw cannotWrite(to, error)
    throw error
  })
}

async function* ndjson(contacts: AsyncIterable<Contact>): AsyncGenerator<Uint8Array> {
  for await (const contact of contacts) yield Buffer.from(`${JSON.stringify(contact)}\n`)
}

const fixed = ["email", "first_name", "last_name", "opt_in"]

/**
 * The header lists the contacts' own fields, which are only known after the last contact. Until then contacts are
 * buffered in a file, so memory use is constant.
 */
async function* csv(contacts: AsyncIterable<Contact>): AsyncGenerator<Uint8Array> {
  const folder = await mkdtemp(join(tmpdir(), "mas-export-"))
  try {
    const path = join(folder, "contacts.ndjson")
    const ownColumns = new Set<string>()
    const recordColumns = async function* () {
      for await (const contact of contacts) {
        for (const name of Object.keys(contact.data)) ownColumns.add(name)
        yield `${JSON.stringify(contact)}\n`
      }
    }
    await pipeline(recordColumns, createWriteStream(path, { mode: 0o600 }))
    // With the prefix `data.`, the import does not take a field such as `status` or `id` for one of the service.
    yield line([...fixed, ...Array.from(ownColumns, (name) => `data.${name}`)])
    for await (const text of createInterface({ input: createReadStream(path), crlfDelay: Number.POSITIVE_INFINITY })) {
      const contact: Contact = JSON.parse(text)
      const { email, first_name, last_name, subscribed_email, data } = contact
      const cells = [email, first_name ?? "", last_name ?? "", subscribed_email ? "yes" : "no"]
      yield line([...cells, ...Array.from(ownColumns, (name) => cellText(data[name]))])
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const line = (cells: readonly string[]) => Buffer.from(csvLine(cells))

function cellText(value: unknown): string {
  if (value === undefined || value === null) return ""
  return typeof value === "object" ? JSON.stringify(value) : String(value)
}
