import { readFileSync } from "node:fs"
import { setTimeout as pause } from "node:timers/promises"
import { trimEndOf } from "../../../sdk/contract/core/trim-end.ts"
import { isRunning } from "../../../sdk/files/process-lock.ts"
import type { Context } from "../../connection/context.ts"
import {
  type RunningMock,
  runningMocks,
  SeveralMocksError,
  selectMock,
} from "../../connection/profile/running-mocks.ts"
import { isOn } from "../../line/flag-values.ts"
import { mockPlace } from "../../runners/control.ts"
import { CliError } from "../../terminal/errors/cli-error.ts"
import { exitCodes } from "../../terminal/errors/exit-codes.ts"

const pollInterval = 50
/** Milliseconds to finish requests and webhooks in progress. */
const stopTimeout = 15_000

/** `mas mock stop`: ends when the servers have ended. Stops a process only if it responds as the server that was started. */
export async function run(context: Context): Promise<void> {
  const { io, flags, globals, note } = context
  const isAll = isOn(flags, "all")
  const all = await runningMocks(io)
  // A server that this `mas mcp` session started takes precedence.
  const isClear = isAll || globals["base-url"] !== undefined || all.some(({ pid }) => pid === process.pid)
  const address = isClear ? globals["base-url"] : await namedAddress(context)
  const addressFilter = address && trimEndOf(address, "/")
  const matches = all.filter(({ url }) => addressFilter === undefined || url === addressFilter)
  const running = matches.filter((mock) => !isOfAnother(mock))
  if (running.length === 0 && matches[0]) throw cannotStop(matches[0])
  const stopped = isAll ? running : [selectMock(running, io)].filter((mock) => mock !== undefined)
  if (stopped.length === 0) {
    throw new CliError(
      `No mock server is running${addressFilter === undefined ? "" : ` at ${addressFilter}`}`,
      exitCodes.notFound,
      {
        code: "not_running",
        hint: "Only servers started by this user with `mas mock` are known.",
      },
    )
  }
  if (isAll) for (const mock of matches.filter(isOfAnother)) note(`${ofAnother(mock)}, and keeps running.`)
  for (const mock of stopped) {
    if (globals["dry-run"]) note(`Nothing was stopped: this is a dry run. ${mock.url} is process ${mock.pid}.`)
    else await stop(mock, context)
  }
}

async function namedAddress(context: Context): Promise<string | undefined> {
  try {
    const { url, from } = await mockPlace(context)
    return from === undefined ? undefined : url
  } catch (error) {
    // Some may belong to `mas mcp` sessions, which this command does not stop.
    if (error instanceof SeveralMocksError) return undefined
    throw error
  }
}

/** A mock server inside a process with another purpose, which stopping would end. */
const isOfAnother = ({ is_guest, pid }: RunningMock) => is_guest && pid !== process.pid

const ofAnother = ({ url, pid }: RunningMock) => `The mock server at ${url} is part of \`mas mcp\` (process ${pid})`

const cannotStop = (mock: RunningMock) =>
  new CliError(ofAnother(mock), exitCodes.failure, {
    code: "not_stopped",
    hint: "It ends with that session, or when that session calls mock.stop.",
  })

/** A process that ended but was not reaped still has its id; in a container there may be no parent that reaps it. */
function hasEnded(pid: number): boolean {
  if (!isRunning(pid)) return true
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"))
  } catch {
    return false
  }
}

async function stop({ url, pid }: RunningMock, { io, note }: Context): Promise<void> {
  const isHere = pid === process.pid
  if (isHere) await io.endMock?.(url)
  else process.kill(pid, "SIGTERM")
  for (let waited = 0; !isHere && !hasEnded(pid); waited += pollInterval) {
    if (waited > stopTimeout || io.signal.aborted) {
      throw new CliError(`The mock server at ${url} (process ${pid}) has not ended yet`, exitCodes.network, {
        code: "timeout",
        hint: "It finishes requests and webhooks in progress first.",
      })
    }
    await pause(pollInterval)
  }
  note(`The mock server at ${url} has ended.`)
}
