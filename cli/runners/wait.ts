import { AbortError, TimeoutError, WaitError } from "../../sdk/client/errors.ts"
import type { WaitOptions } from "../../sdk/client/options.ts"
import type { Import } from "../../sdk/contract/imports.ts"
import type { Context } from "../connection/context.ts"
import { isOn, numberOf } from "../line/flag-values.ts"
import { CliError } from "../terminal/errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../terminal/errors/exit-codes.ts"
import { watchHeader, writeRefused } from "./import-errors.ts"
import { type LongWork, longWork } from "./long-work.ts"
import { prepareCall, send, show } from "./prepared-call.ts"

const firstPause = 400
const defaultTimeout = 600_000

/** Runs a command that starts or shows long work; --wait follows it to its end. */
export async function run(context: Context): Promise<ExitCode> {
  const work = longWork[context.command.name]
  const isKeeping = context.flags.errors !== undefined
  const prepared = await prepareCall(context)
  const { call, header } = isKeeping ? watchHeader(prepared) : { call: prepared, header: undefined }
  const started = await send(context, call)
  if (!work) throw new CliError(`${context.command.name} is not long work`)
  const id = work.idOf(started)
  if (!isOn(context.flags, "wait")) {
    await show(context, started)
    // A command that only looks has found what it looked for.
    const nothing = context.command.endpoint?.method === "GET" ? undefined : work.nothing?.(started)
    if (nothing !== undefined) return endOfNothing(context, nothing)
    if (context.io.stderr.isTTY && !work.isOver(started)) context.note(`Follow it with: ${resume(context, work, id)}`)
    return exitCodes.ok
  }
  const payment = work.payAt?.(started)
  if (payment !== undefined && !work.isOver(started)) context.note(`Someone has to pay at ${payment}`)
  const last = await follow(context, work, id)
  await show(context, last)
  const nothing = work.nothing?.(last)
  if (nothing !== undefined) return endOfNothing(context, nothing)
  const remark = work.remark?.(last)
  if (remark?.command) context.note(`${remark.text} ${context.nextCommand(remark.command)}`)
  else if (remark) context.note(remark.text)
  if (header) await writeRefused(context, last as Import, await header())
  const exitCode = work.exitCode?.(last) ?? exitCodes.ok
  return exitCode === exitCodes.partly && isOn(context.flags, "allow-errors") ? exitCodes.ok : exitCode
}

function endOfNothing(context: Context, why: string): ExitCode {
  context.note(why)
  return exitCodes.nothing
}

async function follow(context: Context, work: LongWork, id: string): Promise<unknown> {
  const { flags, globals, io } = context
  const client = await context.client()
  const progress = context.progress(work.label(id))
  const options: WaitOptions<unknown> = {
    pollInterval: firstPause,
    timeout: numberOf(flags, "wait-timeout") ?? defaultTimeout,
    ...(globals.timeout === undefined ? {} : { requestTimeout: globals.timeout }),
    signal: io.signal,
    onProgress: (state) => progress.update(work.stepOf(state)),
  }
  try {
    const last = await work.wait(client, id, options)
    progress.end(`${work.label(id)}: done`)
    return last
  } catch (error) {
    progress.end()
    throw stopped(error, context, { work, id })
  }
}

/** The command that waits again, with the same output. */
function resume({ nextCommand, flags, globals }: Context, work: LongWork, id: string): string {
  const look = work.look(id)
  const { columns, quiet } = globals
  return nextCommand({
    ...look,
    flags: { ...look.flags, wait: true, "wait-timeout": flags["wait-timeout"], columns, quiet },
  })
}

/** Why waiting ended, and how to resume: the work itself continues. */
function stopped(error: unknown, context: Context, { work, id }: { work: LongWork; id: string }): unknown {
  const hint = `It continues in the background. Wait again with: ${resume(context, work, id)}`
  const cause = { cause: error }
  if (error instanceof AbortError) {
    return new CliError(`Stopped waiting for ${work.label(id)}`, exitCodes.interrupted, {
      ...cause,
      hint,
    })
  }
  if (error instanceof TimeoutError) {
    return new CliError(`${error.message}`, exitCodes.network, { ...cause, code: "timeout", hint })
  }
  if (error instanceof WaitError) {
    return new CliError(error.message, work.failure ?? exitCodes.failure, {
      ...cause,
      code: "will_not_finish",
      hint: `See its state with: ${context.nextCommand(work.look(id))}`,
    })
  }
  return error
}
