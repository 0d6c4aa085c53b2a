import { spawn } from "node:child_process"
import type { Context } from "../context.ts"
import { refusedValue } from "../errors/cli-error.ts"
import { type ExitCode, exitCodes } from "../errors/exit-codes.ts"
import { isOn, textOf } from "../line/flag-values.ts"
import { checkColumns, drawCheckLines } from "../output/check-lines.ts"
import { forwardAddress } from "./forward-address.ts"
import { refusedSecret, signingSecrets } from "./signing-secret.ts"

const columns = [...checkColumns, "wayOut"]

/** `mas webhooks check`: exit code 0 where no line failed, else 1. */
export async function run(context: Context): Promise<ExitCode> {
  const { args, flags, globals, output } = context
  const url = forwardAddress(textOf(args, "url"), "url") ?? ""
  const [secret = ""] = await signingSecrets(context)
  const [effect, breakWork] = [textOf(flags, "effect"), textOf(flags, "break-work")]
  if (globals["dry-run"]) {
    await output.record({ url, effect: effect ?? null, break_work: breakWork ?? null, slow: isOn(flags, "slow") })
    return exitCodes.ok
  }
  const { checkReceiver } = await import("mas-sdk/mock-server")
  const report = await refusedSecretLater(() =>
    checkReceiver({
      url,
      secret,
      slow: isOn(flags, "slow"),
      effect: effect === undefined ? undefined : counterOf("--effect", effect),
      breakWork: breakWork === undefined ? undefined : runnerOf("--break-work", breakWork),
      timeout: globals.timeout,
    }),
  )
  await output.rows(report.lines, { columns, draw: (screen) => drawCheckLines(report.lines, screen) })
  context.note(`${report.held} held, ${report.failed} failed, ${report.unknown} unknown.`)
  return report.holds ? exitCodes.ok : exitCodes.failure
}

async function refusedSecretLater<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    return refusedSecret(() => {
      throw error
    })
  }
}

/** A command of the shell, or an address, that a check runs: answers what it printed. */
function runnerOf(flag: string, given: string): () => Promise<string> {
  if (/^https?:\/\//.test(given)) return () => get(flag, given)
  return () => runShell(flag, given)
}

/** The same for one that prints a number. */
function counterOf(flag: string, given: string): () => Promise<number> {
  const run = runnerOf(flag, given)
  return async () => {
    const text = (await run()).trim()
    if (/^\d+$/.test(text)) return Number(text)
    throw refusedValue(
      flag,
      `must print a whole number and nothing else, and printed ${JSON.stringify(text.slice(0, 80))}`,
    )
  }
}

async function get(flag: string, url: string): Promise<string> {
  const response = await fetch(url).catch((error: unknown) => {
    throw refusedValue(flag, `did not answer: ${error instanceof Error ? error.message : error}`)
  })
  const text = await response.text()
  if (response.ok) return text
  throw refusedValue(flag, `answered ${response.status}`)
}

function runShell(flag: string, command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, { shell: true, stdio: ["ignore", "pipe", "pipe"], windowsHide: true })
    const output = { stdout: "", stderr: "" }
    child.stdout.on("data", (chunk) => {
      output.stdout += chunk
    })
    child.stderr.on("data", (chunk) => {
      output.stderr += chunk
    })
    child.on("error", (error) => reject(refusedValue(flag, `cannot be run: ${error.message}`)))
    child.on("close", (code) => {
      if (code === 0) resolve(output.stdout)
      else reject(refusedValue(flag, `ended with ${code}: ${output.stderr.trim().slice(0, 200)}`))
    })
  })
}
