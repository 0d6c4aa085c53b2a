// @ts-check
// What the graders share: a mock server, programs that run against it, and checks with a sentence each.
import { spawn } from "node:child_process"
import { once } from "node:events"
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { connect, createServer } from "node:net"
import { join } from "node:path"
import { startMockServer } from "mas-sdk/mock-server"

/**
 * @typedef {import("node:child_process").ChildProcess} ChildProcess
 * @typedef {ReturnType<typeof makeGrading>} Grading
 * @typedef {{ name: string, outcome: "held" | "failed", says: string, found?: string }} Line what came of a check
 */

/** Milliseconds of real time for one program. */
const patience = 60_000

/** After how many of them it is said that a program still runs. */
const silence = 15_000

/**
 * Grades what is in a folder. Which task it is says the first line of its TASK.md: `# name: title`.
 * @param {string} folder
 * @param {{ signal?: AbortSignal, note?: (says: string) => void, noteAfter?: number }} [options] `signal` ends the programs that
 * are graded; `note` is told of one that still runs after `noteAfter` milliseconds
 */
export async function gradeTask(folder, { signal, note = () => {}, noteAfter = silence } = {}) {
  const [, name] = /^# ([\w-]+):/.exec(readFileSync(join(folder, "TASK.md"), "utf8")) ?? []
  const { fixtures, grade } = await import(new URL(`${name}/grade.mjs`, import.meta.url).href)
  const server = await startMockServer({ port: 0, allowLocalWebhooks: true, webhookTime: "real", fixtures })
  // Programs leave files behind: they run in a copy. It is inside the folder, so that they find the packages installed there.
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
 * What a grader works with.
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
    // No other setting of this terminal, such as who may be written to, reaches the program.
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
    child.on("error", () => {}) // The signal: whoever waits for its end is told.
    child.stdin.on("error", () => {}) // It ended without reading.
    return child
  }

  return {
    /** The copy of what is graded. */
    folder,
    /** The service that its programs use. */
    world,
    lines,
    start,

    /**
     * Notes whether a sentence holds: where no problem is left, each a text or nothing.
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

    /** The text of a file; empty where there is none. @param {string} file */
    read(file) {
      try {
        return readFileSync(join(folder, file), "utf8")
      } catch {
        return ""
      }
    },

    /** Writes text, or anything else as JSON. @param {string} file @param {unknown} content */
    write(file, content) {
      writeFileSync(join(folder, file), typeof content === "string" ? content : JSON.stringify(content))
    },

    /** How many messages somebody got. @param {string} to @param {string} [subject] */
    count: (to, subject) => world.messages.list({ to, ...(subject && { subject }), limit: 1_000 }).length,

    /** Ends programs that still run. */
    end() {
      for (const child of running) child.kill("SIGKILL")
    },
  }
}

/** How a program ends; one that takes too long is ended. @param {ChildProcess} child */
export async function endOf(child) {
  const said = { stdout: "", stderr: "" }
  child.stdout?.on("data", (chunk) => (said.stdout += chunk))
  child.stderr?.on("data", (chunk) => (said.stderr += chunk))
  const timer = setTimeout(() => child.kill("SIGKILL"), patience)
  const [code] = await once(child, "close")
  clearTimeout(timer)
  return { ...said, problem: exitProblem(code, said.stderr) }
}

/** What is wrong with a program's end; undefined where nothing is. @param {number | null} code @param {string} stderr */
function exitProblem(code, stderr) {
  if (code === 0) return undefined
  if (code === null) return "it took more than a minute"
  const why = /^\w*Error\b.*/m.exec(stderr)?.[0] ?? stderr.trim().split("\n").at(-1)
  return `exit code ${code}${why ? `: ${why}` : ""}`
}

/** A port that nobody listens on. */
export async function freePort() {
  const probe = createServer().listen(0, "127.0.0.1")
  await once(probe, "listening")
  const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address())
  probe.close()
  return port
}

/** Whether somebody listens on a port, within half a minute. @param {number} port */
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
 * Grades tests: they must pass with the program as it is, and fail with each broken one in `broken/` of the task.
 * @param {Grading} grading @param {{ tests: string, program: string, task: URL }} what
 */
export async function gradeTests({ check, run, write }, { tests, program, task }) {
  // Tests start a service of their own: with these addresses they reach nobody.
  const nowhere = { MAS_BASE_URL: "http://127.0.0.1:9", MAS_API_KEY: "", NODE_TEST_CONTEXT: "" }
  const textOf = (/** @type {string} */ path) => readFileSync(new URL(path, task), "utf8")
  write(program, textOf(`start/${program}`))
  const good = await run(tests, nowhere)
  check(`They pass with ${program} as it is`, [good.problem && `they fail: ${firstError(good)}`])
  for (const name of readdirSync(new URL("broken/", task))) {
    write(program, textOf(`broken/${name}`))
    const fault = /\/\*\* (.*?)\. \*\//.exec(textOf(`broken/${name}`))?.[1] ?? name
    // Tests that always fail find nothing.
    const found = good.problem ? "they fail without it, too" : !(await run(tests, nowhere)).problem && "they pass"
    check(`They fail with one that ${fault.charAt(0).toLowerCase()}${fault.slice(1)}`, [found])
  }
}

/**
 * The first error that a test runner prints, in TAP or as it is thrown; else how it ended.
 * @param {{ stdout: string, problem: string | undefined }} end
 */
function firstError({ stdout, problem }) {
  const [, tap, thrown] = /^ *error: (?:\|-\s*)?(.+)$|^ *(\w*Error\b.+)$/m.exec(stdout) ?? []
  return tap ?? thrown ?? problem
}
