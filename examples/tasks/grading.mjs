// @ts-check
// Shared by all graders: a mock server, programs that run against it, and checks, each described by a sentence.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { startMockServer } from "mas-sdk/mock-server"

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {ReturnType<typeof makeGrading>} Grading
 * @typedef {{ name: string, outcome: "held" | "failed", says: string, found?: string }} Line the result of a check
 */

/** Timeout of a program in milliseconds of real time. */
const patience = 60_000

/** Milliseconds after which a note says that a program still runs. */
const silence = 15_000

/**
 * Grades a folder. The first line of its TASK.md names the task: `# name: title`.
 * @param {string} folder
 * @param {{ signal?: AbortSignal, note?: (says: string) => void, noteAfter?: number }} [options] `signal` ends the graded
 * programs; `note` is called for one that still runs after `noteAfter` milliseconds
 */
export async function gradeTask(folder, { signal, note = () => {}, noteAfter = silence } = {}) {
  const [, name] = /^# ([\w-]+):/.exec(readFileSync(join(folder, "TASK.md"), "utf8")) ?? []
  const { fixtures, grade } = await import(new URL(`${name}/grade.mjs`, import.meta.url).href)
  const server = await startMockServer({ port: 0, allowLocalWebhooks: true, webhookTime: "real", fixtures })
  // Programs leave files behind, so they run in a copy: inside the folder, to resolve the packages installed there.
  const copy = mkdtempSync(join(folder, ".grading-"))
  const grading = makeGrading(copy, server.world, signal, { note, noteAfter })
  try {
    for (const entry of readdirSync(folder)) {
      if (!/^(node_modules$|\.)/.test(entry)) cpSync(join(folder, entry), join(copy, entry), { recursive: true })
    }
    await grade(grading)
    return grading.lines
  } finally {
    grading.end()
    await server.close()
    rmSync(copy, { recursive: true, force: true })
  }
}

/**
 * The tools of a grader.
 * @param {string} folder @param {import("mas-sdk/mock-server").MockWorld} world @param {AbortSignal | undefined} signal
 * @param {{ note: (says: string) => void, noteAfter: number }} notes
 */
function makeGrading(folder, world, signal, { note, noteAfter }) {
  /** @type {Line[]} */
  const lines = []
  /** @type {Set<ChildProcess>} */
  const running = new Set()

  /** Starts a program. @param {string} file @param {Record<string, string>} [env] */
  function start(file, env = {}) {
    // Other settings of this terminal, such as allowed recipients, are not inherited.
    const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith("MAS_"))
    const service = { MAS_BASE_URL: world.url, MAS_API_KEY: world.apiKey }
    const whole = { ...Object.fromEntries(inherited), ...service, ...env }
    const child = spawn(process.execPath, [file], { cwd: folder, env: whole, killSignal: "SIGKILL", signal })
    running.add(child)
    const seconds = noteAfter / 1_000
    const noting = setTimeout(() => note(`${file} still runs after ${seconds} seconds. Does it ever end?`), noteAfter)
    child.once("close", () => {
      clearTimeout(noting)
      running.delete(child)
    })
    child.on("error", () => {}) // Caused by the signal: `endOf` rejects with the same error.
    child.stdin.on("error", () => {}) // The program ended without reading its input.
    return child
  }

  return {
    /** The copy of the graded folder. */
    folder,
    /** The world of its programs. */
    world,
    lines,
    start,

    /**
     * Records whether a sentence holds: it does if no problem is a text.
     * @param {string} says @param {(string | false | null | undefined)[]} problems
     */
    check(says, problems) {
      const found = problems.filter((problem) => typeof problem === "string")
      const name = says.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")
      if (found.length === 0) lines.push({ name, outcome: "held", says })
      else {
        const more = found.length > 3 ? `, and ${found.length - 3} more likewise` : ""
        lines.push({ name, outcome: "failed", says, found: found.slice(0, 3).join("; ") + more })
      }
    },

    /** Runs a program to its end. @param {string} file @param {Record<string, string>} [env] */
    run(file, env) {
      const child = start(file, env)
      child.stdin.end()
      return endOf(child)
    },

    /** The text of a file; empty if it does not exist. @param {string} file */
    read(file) {
      try {
        return readFileSync(join(folder, file), "utf8")
      } catch {
        return ""
      }
    },

    /** Writes text, or other values as JSON. @param {string} file @param {unknown} content */
    write(file, content) {
      writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content))
    },

    /** The number of messages to a recipient. @param {string} to @param {string} [subject] */
    count: (to, subject) => world.messages.list({ to, ...(subject && { subject }), limit: 1_000 }).length,

    /** Kills running programs. */
    end() {
      for (const child of running) child.kill("SIGKILL")
    },
  }
}

/** Waits for a program's end and returns its output and problem; kills it after the timeout. @param {ChildProcess} child */
export async function endOf(child) {
  const said = { stdout: "", stderr: "" }
  child.stdout?.on("data", (chunk) => (said.stdout += chunk))
  child.stderr?.on("data", (chunk) => (said.stderr += chunk))
  const timer = setTimeout(() => child.kill("SIGKILL"), patience)
  const [code] = await once(child, "close")
  clearTimeout(timer)
  return { ...said, problem: exitProblem(code, said.stderr) }
}

/** The problem of a program's end; undefined if it succeeded. @param {number | null} code @param {string} stderr */
function exitProblem(code, stderr) {
  if (code === 0) return undefined
  if (code === null) return "it took more than a minute"
  const why = /^\w*Error\b.*/m.exec(stderr)?.[0] ?? stderr.trim().split("\n").at(-1)
  return `exit code ${code}${why ? `: ${why}` : ""}`
}

/** A free port. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address())
  probe.close()
  return port
}

/** Waits up to half a minute until a program listens on a port; returns whether one does. @param {number} port */
export async function untilListening(port) {
  for (let attempt = 0; attempt < 600; attempt++) {
    const socket = connect(port, "127.0.0.1")
    const isUp = await once(socket, "connect").then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isUp) return true
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return false
}

/**
 * Grades tests: they must pass with the unchanged program, and fail with each one in the task's `broken/`.
 * @param {Grading} grading @param {{ tests: string, program: string, task: URL }} what
 */
export async function gradeTests({ check, run, write }, { tests, program, task }) {
  // Tests start their own service: these settings reach none.
  const nowhere = { MAS_BASE_URL: "http://127.0.0.1:9", MAS_API_KEY: "", NODE_TEST_CONTEXT: "" }
  const textOf = (/** @type {string} */ path) => readFileSync(new URL(path, task), "utf8")
  write(program, textOf(`start/${program}`))
  const good = await run(tests, nowhere)
  check(`They pass with ${program} as it is`, [good.problem && `they fail: ${firstError(good)}`])
  for (const name of readdirSync(new URL("broken/", task))) {
    write(program, textOf(`broken/${name}`))
    const fault = /\/\*\* (.*?)\. \*\//.exec(textOf(`broken/${name}`))?.[1] ?? name
    // Tests that always fail detect nothing.
    const found = good.problem ? "they fail without it, too" : !(await run(tests, nowhere)).problem && "they pass"
    check(`They fail with one that ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`, [found])
  }
}

/**
 * The first error in a test runner's output, in TAP or as thrown; otherwise the problem of its end.
 * @param {{ stdout: string, problem: string | undefined }} end
 */
function firstError({ stdout, problem }) {
  const [, tap, thrown] = /^ *error: (?:\|-\s*)?(.+)$|^ *(\w*Error\b.+)$/m.exec(stdout) ?? []
  return tap ?? thrown ?? problem
}
