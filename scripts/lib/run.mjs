import { spawn } from "node:child_process"
import { fileURLToPath } from "node:url"

/** The path of the folder with package.json. */
export const root = fileURLToPath(new URL("../..", import.meta.url))

const streams = {
  /** Both streams, interleaved, in `output`. */
  capture: ["ignore", "pipe", "pipe"],
  /** Both go to stderr, so that stdout stays free for data. */
  stderr: ["ignore", 2, 2],
  /** Both are shown immediately. */
  show: ["ignore", 1, 2],
}

/** Runs a program and waits for it, at most `timeout` ms, or without a limit for 0. `stdio` is "capture", "stderr" or "show". */
export function run(command, args, { stdio = "capture", env = {}, cwd = root, timeout = 0 } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env: { ...process.env, ...env },
      stdio: streams[stdio],
      timeout,
    })
    const chunks = []
    child.stdout?.on("data", (chunk) => chunks.push(chunk))
    child.stderr?.on("data", (chunk) => chunks.push(chunk))
    child.on("error", reject)
    child.on("close", (code) => resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() }))
  })
}

/** The path of a file in node_modules: tools are started by path, independent of shell and PATH. */
export const tool = (path) => `${root}node_modules/${path}`

/** Runs a JavaScript tool, with this Node unless another is named. */
export const runNode = (script, args, { node = process.execPath, ...options } = {}) =>
  run(node, [script, ...args], options)
