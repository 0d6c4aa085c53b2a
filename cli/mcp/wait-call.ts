import { TimeoutError, WaitError } from "../../sdk/client/errors.ts"
import type { Context } from "../connection/context.ts"
import type { LongWork } from "../runners/long-work.ts"
import { exitCodes } from "../terminal/errors/exit-codes.ts"
import { fieldOf } from "../terminal/output/fields.ts"
import type { Catalog } from "./catalog.ts"
import { ShellTextRewriter } from "./tool-words.ts"

const firstPause = 400
/** Milliseconds: most clients time out after a minute. */
const waitTimeout = 50_000

interface Waited {
  readonly state: unknown
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string }
}

interface Waiting {
  readonly context: Context
  readonly catalog: Catalog
  readonly signal: AbortSignal
}

/** Waits for long work to end. The started work is reported even if waiting fails. */
export async function waitFor(work: LongWork, begun: unknown, { context, catalog, signal }: Waiting): Promise<Waited> {
  const id = work.idOf(begun)
  const look = nameOf(work.look(id).words, catalog)
  try {
    const client = await context.client()
    return ended(work, await work.wait(client, id, { pollInterval: firstPause, timeout: waitTimeout, signal }), catalog)
  } catch (error) {
    if (signal.aborted || !(error instanceof Error)) throw error
    const message = new ShellTextRewriter(catalog).message(error.message)
    const payment = work.payAt?.(begun)
    const pay = payment === undefined ? "" : `Someone has to pay at ${payment}. `
    if (error instanceof WaitError) {
      return { state: error.state, error: { code: "will_not_finish", message, hint: `${pay}${look} shows its state.` } }
    }
    const code = error instanceof TimeoutError ? "timeout" : "not_followed"
    const hint = `${pay}It continues in the background: ${look} with wait waits again.`
    return { state: fieldOf(error, "lastState") ?? begun, error: { code, message, hint } }
  }
}

/** The finished work; an error when the command line would exit with a code other than 0. */
function ended(work: LongWork, state: unknown, catalog: Catalog): Waited {
  const nothing = work.nothing?.(state)
  if (nothing !== undefined) {
    const hint = `${nameOf(work.look(work.idOf(state)).words, catalog)} shows its state.`
    return { state, error: { code: "nothing_found", message: nothing, hint } }
  }
  const exitCode = work.exitCode?.(state) ?? exitCodes.ok
  if (exitCode === exitCodes.ok) return { state }
  const { text = "It was not completed.", command } = work.remark?.(state) ?? {}
  const message = exitCode === exitCodes.partly ? "done in part" : "nothing was accepted"
  const hint = `${text} ${nameOf(command?.words, catalog)}.`
  return { state, error: { code: exitCode === exitCodes.partly ? "partly" : "failed", message, hint } }
}

const nameOf = ([group = "", verb = ""]: readonly string[] = [], catalog: Catalog) =>
  catalog.nameOf(group, verb) ?? "its call"
