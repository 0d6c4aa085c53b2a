import { spawn } from "node:child_process"
import { refusedValue } from "../errors/cli-error.ts"

/** A command of the shell, or an address, that a check runs: answers what it printed. */
export function runnerOf(flag: string, given: string): () => Promise<string> {
  if (/^https?:\/\//.test(given)) return () => get(flag, given)
  return () => runShell(flag, given)
}

/** The same for one that prints a number. */
export function counterOf(flag: string, given: string): () => Promise<number> {
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
