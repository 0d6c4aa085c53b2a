import { basename, resolve } from "node:path"
import { InvalidArgumentError, TimeoutError, WaitError } from "../../../sdk/client/errors.ts"
import type { Import } from "../../../sdk/contract/imports.ts"
import type { ContactsCsv, ContactsPart, ContactsPlan } from "../../../sdk/files/contacts-csv/index.ts"
import { type AccountIdentity, identifyAccount } from "../../connection/account/account-identity.ts"
import { keptState } from "../../connection/account/kept-state.ts"
import type { Context } from "../../connection/context.ts"
import { isOn, numberOf, requiredText, textOf } from "../../line/flag-values.ts"
import { fileStats, hashFile } from "../../line/input/files.ts"
import { refusedName, refusedPath, setAside } from "../../runners/refused-file.ts"
import { CliError, reasonOf } from "../../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../../terminal/errors/exit-codes.ts"
import { nothingIn } from "../../terminal/errors/nothing-found.ts"
import { countText } from "../../terminal/output/numbers.ts"
import { consentFacts, consentText, unknownText } from "./consent-text.ts"
import { findList } from "./find-list.ts"
import { planLines } from "./import-plan.ts"
import type { ImportState } from "./import-state.ts"
import { openContacts, placeColumns } from "./place-columns.ts"
import { importAgain, RefusedRowsFile } from "./refused-rows.ts"
import { SubscribedHere } from "./subscribed-here.ts"

export async function run(context: Context): Promise<ExitCode> {
  const { io, flags, globals } = context
  const file = requiredText(context.args, "file")
  const errors = refusedPath(context, file, refusedName(file, "contacts", "csv"))
  const optIn = isOn(flags, "opt-in")
  let here: SubscribedHere | undefined
  const csv = await openContacts(context, file, {
    optIn: optIn && ((email) => here?.mayOptIn(email) ?? true),
    all: (["opt_out", "contacts"] as const).find((name) => name === textOf(flags, "all")),
  })
  const { account: identity } = await placeColumns(context, csv, () => identify(context))
  if (optIn && identity) here = await SubscribedHere.read(context, true)
  else if (optIn) context.note("--opt-in opts in nobody who is here and not subscribed; who that is, is unknown.")
  const plan = await csv.plan()
  for (const line of planLines(plan, context.output.screen, optIn)) context.drawn(line)
  if (globals["dry-run"] || identity === undefined) return dryRun(context, csv, { file, here })
  const list = textOf(flags, "list")
  const listId = list === undefined ? undefined : (await findList(context, list)).id
  if (context.isInteractive && !globals.yes) {
    if (!(await context.ask.confirm("Import these contacts?", { default: true }))) {
      throw new CliError("Nothing was imported", exitCodes.failure, { code: "declined" })
    }
  }
  const refusedRows = new RefusedRowsFile(io, errors, plan.header)
  here ??= await SubscribedHere.read(context, false)
  const done = await upload(context, csv, refusedRows, { file, listId, plan, identity, here })
  await refusedRows.end()
  if (csv.counts.read === 0) throw nothingIn(file, "contacts")
  return report(context, csv, refusedRows, { done, here, plan })
}

/** Names the account first. A dry run reads only the file: without an account it says so, and continues. */
async function identify(context: Context): Promise<AccountIdentity | undefined> {
  try {
    const identity = await identifyAccount(context)
    context.note(identity.label)
    return identity
  } catch (error) {
    if (!context.globals["dry-run"] || context.io.signal.aborted) throw error
    context.note(`The account is unknown: ${reasonOf(error)}`)
    return undefined
  }
}

/** Uploads the parts one after the other. Saves the progress, so that a rerun uploads only the rest. */
async function upload(
  context: Context,
  csv: ContactsCsv,
  refusedRows: RefusedRowsFile,
  {
    file,
    listId,
    plan,
    identity,
    here,
  }: {
    file: string
    listId: number | undefined
    plan: ContactsPlan
    identity: AccountIdentity
    here: SubscribedHere
  },
): Promise<ImportState> {
  const { io, flags } = context
  const client = await context.client()
  const { baseUrl, brand } = await context.profile()
  const stats = fileStats(io, file)
  const rows = numberOf(flags, "part-rows")
  const about = [
    resolve(io.cwd, file),
    stats && (await hashFile(context, file)),
    baseUrl,
    brand,
    listId,
    plan.columns.map(({ header, target, agreeingValues }) => [header, target, agreeingValues]),
    flags["opt-in"],
    flags.encoding,
    flags["header-row"],
    plan.allLeftReason !== undefined,
    rows,
  ]
  const state = keptState<ImportState>(context, "imports", about, identity)
  const before = stats && !isOn(flags, "restart") ? state.read() : undefined
  for (const { account, state: run } of before || !stats ? [] : state.others()) {
    context.note(`Not resumed: ${countText(run.parts)} parts were imported for ${account}. This run begins at line 1.`)
  }
  const done = before ?? { parts: 0, rows: 0, bytes: 0, imported: 0, imports: [], leftAlone: [], refusedRows: [] }
  if (before) {
    here.judgeBy(before.leftAlone, before.rows)
    context.note(`Resuming after ${countText(before.parts)} parts imported earlier; --restart starts over.`)
    here.uncounted ??= "this run resumed an earlier one"
  }
  // Another account's run may have begun a file of this name since.
  if (before === undefined || before.refusedFile !== refusedRows.id) setAside(context, refusedRows.path)
  const progress = context.progress(`Import ${basename(file)}`)
  const show = () =>
    progress.update({ done: csv.counts.read, unit: "rows", more: `${countText(done.imported)} imported` })
  try {
    const parts = csv.parts({
      rows,
      onRefused: (row) => refusedRows.addRow(row.cells, row.line, row.problem),
      onContact: (row) => here.add(row),
    })
    let bytes = 0
    const countBytes = async function* (part: ContactsPart) {
      for await (const chunk of part) {
        bytes += chunk.length
        show()
        yield chunk
      }
    }
    for await (const part of parts) {
      if (part.number <= done.parts) {
        for await (const _chunk of countBytes(part));
        if (part.number === done.parts && bytes !== done.bytes) throw cutElsewhere()
        continue
      }
      const result = await importPart(context, client, countBytes(part), listId, show)
      done.imports.push(result.id)
      done.imported += result.success_rows
      if (result.failed_rows > 0) here.uncounted ??= "the service refused rows"
      for (const [, problem, text] of result.import_errors) {
        done.refusedRows.push([await csv.originalCells(text), problem])
      }
      Object.assign(done, { parts: part.number, rows: here.rows, bytes })
      done.refusedFile = refusedRows.id
      done.leftAlone = here.leftAlone
      if (stats) await state.write(done)
      show()
    }
    for (const [cells, problem] of done.refusedRows) await refusedRows.addRow(cells, undefined, problem)
  } catch (error) {
    progress.end()
    await refusedRows.end()
    throw toImportError(context, error, done, stats !== undefined)
  }
  progress.end(csv.counts.read === 0 ? undefined : `Import ${basename(file)}: done`)
  state.forget()
  return done
}

async function importPart(
  { io, flags, globals }: Context,
  client: Awaited<ReturnType<Context["client"]>>,
  file: AsyncIterable<Uint8Array>,
  listId: number | undefined,
  show: () => void,
): Promise<Import> {
  const body = { file, resource: "contacts" } as const
  const started = await client.imports.create(
    listId === undefined ? body : { ...body, options: { list_ids: [listId] } },
    // An upload has no total timeout; the transport ends a stalled one.
    { signal: io.signal, timeout: globals.timeout ?? 0 },
  )
  return client.imports.waitUntilDone(started.id, {
    signal: io.signal,
    timeout: numberOf(flags, "wait-timeout") ?? 600_000,
    onProgress: show,
  })
}

/** A row more or less in the parts of the earlier run would be uploaded twice, or never. */
const cutElsewhere = () =>
  new CliError("The file is split at other rows than in the earlier run", exitCodes.conflict, {
    hint: "Nothing more was imported. --restart starts over: importing a contact again changes nothing.",
  })

function toImportError(context: Context, error: unknown, { imported }: ImportState, canResume: boolean): unknown {
  // The file of refused rows is written while the file is read.
  if (error instanceof InvalidArgumentError) return error.cause instanceof CliError ? error.cause : error
  if (error instanceof CliError) return error
  const hint = canResume
    ? `${countText(imported)} contacts were imported. To resume: ${context.nextCommand()}`
    : `${countText(imported)} contacts were imported; importing one again changes nothing.`
  if (error instanceof TimeoutError && error.lastState !== undefined) {
    return new CliError(error.message, exitCodes.network, {
      cause: error,
      code: "timeout",
      hint: `Allow more time with --wait-timeout. ${hint}`,
    })
  }
  if (error instanceof WaitError)
    return new CliError(error.message, exitCodes.validation, { cause: error, code: "error", hint })
  context.note(hint)
  return error
}

async function dryRun(
  context: Context,
  csv: ContactsCsv,
  { file, here }: { file: string; here: SubscribedHere | undefined },
): Promise<ExitCode> {
  const examples: string[] = []
  for await (const row of csv.rows()) {
    if (!("problem" in row)) here?.add(row)
    else if (examples.length < 3) examples.push(`line ${countText(row.line)} ${row.problem}`)
  }
  const { read, importable, invalid, optedIn } = csv.counts
  if (read === 0) throw nothingIn(file, "contacts")
  for (const example of examples) context.note(`For example, ${example}`)
  noteConsent(context, csv, here)
  const consent = { ...consentFacts(csv.counts.consent), ...leftAloneFacts(context, here) }
  await context.output.record({ rows: read, would_import: importable, refused: invalid, opted_in: optedIn, consent })
  return codeOf(context, { imported: importable, failed: invalid })
}

function codeOf({ flags }: Context, { imported, failed }: { imported: number; failed: number }): ExitCode {
  if (failed === 0) return exitCodes.ok
  if (imported === 0) return exitCodes.validation
  return isOn(flags, "allow-errors") ? exitCodes.ok : exitCodes.partly
}

async function report(
  context: Context,
  csv: ContactsCsv,
  refusedRows: RefusedRowsFile,
  { done, here, plan }: { done: ImportState; here: SubscribedHere; plan: ContactsPlan },
): Promise<ExitCode> {
  const { read, invalid } = csv.counts
  // The service says how many rows it refused, not whether they agreed.
  const optedIn = Math.min(csv.counts.optedIn, done.imported)
  if (done.imported > read - invalid)
    context.note(
      `The service counts ${countText(done.imported)} imported rows, and was sent ${countText(read - invalid)}.`,
    )
  // A service that counts more rows than it was sent makes no refused row an imported one.
  const failed = Math.max(invalid, read - done.imported)
  noteConsent(context, csv, here)
  for (const text of here.texts(csv.counts.consent.left.size > 0)) context.note(text)
  const facts = [`${countText(read)} rows: ${countText(done.imported)} imported`, `${countText(failed)} refused`]
  context.note([...facts, `${countText(optedIn)} opted in`].join(", "))
  if (refusedRows.count > 0) {
    context.note(`Correct ${refusedRows.path}, then: ${importAgain(context, refusedRows.path, plan)}`)
  }
  await context.output.record({
    rows: read,
    imported: done.imported,
    refused: failed,
    opted_in: optedIn,
    consent: { ...consentFacts(csv.counts.consent), ...leftAloneFacts(context, here), ...here.facts },
    imports: done.imports,
    ...refusedRows.facts,
  })
  return codeOf(context, { imported: done.imported, failed })
}

/** Only --opt-in leaves somebody alone. Null: the account is unknown. */
const leftAloneFacts = ({ flags }: Context, here: SubscribedHere | undefined) =>
  isOn(flags, "opt-in") ? { not_subscribed_here: here?.leftAloneRows ?? null } : {}

function noteConsent(context: Context, { counts }: ContactsCsv, here: SubscribedHere | undefined): void {
  const { screen } = context.output
  context.note(`Consent: ${consentText(counts.consent, screen)}`)
  const unknown = unknownText(counts.consent, screen)
  if (unknown !== undefined) context.note(unknown)
  if (isOn(context.flags, "opt-in") && here?.leftAloneText !== undefined) context.note(here.leftAloneText)
}
