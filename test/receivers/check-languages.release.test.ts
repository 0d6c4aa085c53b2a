import { type ChildProcess, execFileSync, spawn } from "node:child_process"
import { join } from "node:path"
import { describe, expect, it, onTestFinished } from "vitest"
import { lineOf } from "../support/example.ts"
import { skipped } from "../support/skipped.ts"
import { temporaryFolder } from "../support/temporary-folder.ts"
import { faults as all } from "./by-hand.ts"
import { checkAll, overlooked, secret } from "./check-all.ts"

const here = import.meta.dirname
const planted = [
  "body parsed first",
  "header compared as one string",
  "no replay window",
  "nothing verified",
  "no memory",
  "id kept before work",
  "redirect to a login",
  "parser throws",
] as const
const faults = Object.fromEntries(planted.map((fault) => [fault, all[fault]]))

const runs = (program: string, ...args: string[]) => {
  try {
    execFileSync(program, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}

/** A receiver in another language. It prints its port in a line that matches `ready`. */
interface Language {
  readonly missing: string | undefined
  start(folder: string, env: NodeJS.ProcessEnv): ChildProcess
  readonly ready: RegExp
}

const started = (program: string, args: readonly string[], env: NodeJS.ProcessEnv) =>
  spawn(program, args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true })

const languages: Readonly<Record<string, Language>> = {
  Flask: {
    missing: runs("python3", "-c", "import flask") ? undefined : "python3 has no flask",
    start: (_, env) => started("python3", [join(here, "flask_receiver.py")], env),
    ready: /listening on (\d+)/,
  },
  "Go's net/http": {
    missing: runs("go", "version") ? undefined : "there is no go",
    start(folder, env) {
      const program = join(folder, "receiver")
      execFileSync("go", ["build", "-o", program, join(here, "go_receiver.go")], {
        env: { ...env, GO111MODULE: "off" },
      })
      return started(program, [], env)
    },
    ready: /listening on (\d+)/,
  },
  "plain PHP": {
    missing: runs("php", "--version") ? undefined : "there is no php",
    start: (folder, env) =>
      started(
        "php",
        ["-d", "post_max_size=64M", "-d", "display_errors=0", "-S", "127.0.0.1:0", join(here, "php_receiver.php")],
        {
          ...env,
          STATE: folder,
          PHP_CLI_SERVER_WORKERS: "4",
        },
      ),
    ready: /http:\/\/127\.0\.0\.1:(\d+)/,
  },
}

describe.each(Object.entries(languages))("checkReceiver of a receiver in %s", (_, { missing, start, ready }) => {
  it.skipIf(missing)(`finds every planted fault, and none in a correct one${skipped(missing)}`, async () => {
    const child = start(temporaryFolder(onTestFinished), { ...process.env, SECRET: secret })
    // The whole process group: PHP's workers outlive their parent.
    onTestFinished(() => {
      if (child.pid !== undefined) process.kill(-child.pid)
    })
    child.stderr?.resume()
    const [, port] = await (ready.source.includes("http")
      ? Promise.race([lineOf(child, ready), lineOfError(child, ready)])
      : lineOf(child, ready))
    const subjects = ["right", ...planted].map((name) => {
      const base = `http://127.0.0.1:${port}/${encodeURIComponent(name)}`
      return {
        name,
        url: `${base}/webhooks`,
        effect: async () => Number(await (await fetch(`${base}/effects`)).text()),
        breakWork: () => fetch(`${base}/break`, { method: "POST" }),
      }
    })
    // All subjects share one program, and PHP handles four requests at a time: more checks at once would delay each other.
    const { right, ...failed } = await checkAll(subjects, 3)
    expect(right).toEqual({})
    expect(overlooked(failed, faults)).toEqual([])
  })
})

/** PHP prints it to stderr. */
const lineOfError = (child: ChildProcess, pattern: RegExp): Promise<RegExpExecArray> =>
  new Promise((resolve) => {
    let text = ""
    child.stderr?.on("data", (chunk) => {
      text += chunk
      const match = pattern.exec(text)
      if (match) resolve(match)
    })
  })
