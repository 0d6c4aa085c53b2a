import { execFile, spawnSync } from "node:child_process"
import { chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { builtEntry, keys, Terminal } from "./terminal.ts"

/** A shell with job control. */
interface Shell {
  readonly name: string
  readonly args: readonly string[]
  /** Sets a recognizable prompt. */
  readonly setUp: string
  /** What it prints for `bg`. The next prompt is no sign of it: zsh can leave it out if the job changes meanwhile. */
  readonly resumes: RegExp
}

const shells: readonly Shell[] = [
  { name: "bash", args: ["--noprofile", "--norc", "-i"], setUp: "PS1='rea''dy> '", resumes: /\[1\]\+ .*&/ },
  { name: "zsh", args: ["-f", "-i"], setUp: "PROMPT='rea''dy> '", resumes: /continued/ },
  {
    name: "fish",
    args: ["--no-config", "--interactive"],
    setUp: "function fish_prompt; echo -n 'rea''dy> '; end",
    resumes: /to background/,
  },
]

/** A command to type at a shell: ends a process, then prints the terminal's state. */
const finish = `kill -INT $1; while ps -o stat= -p $1 | grep -q '^[^Z]'; do sleep 0.05; done; stty -a`

const folder = temporaryFolder()
let server: MockServer
beforeAll(async () => {
  mkdirSync(join(folder, "bin"))
  const mas = `exec '${process.execPath}' '${builtEntry()}' "$@"`
  for (const [name, text] of Object.entries({ finish, mas })) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${text}\n`)
    chmodSync(join(folder, "bin", name), 0o755)
  }
  writeFileSync(join(folder, "people.csv"), "one,two\nada@example.test,grace@example.test\n")
  server = await startMockServer({ port: 0, allowLocalWebhooks: true })
})
beforeEach(async () => {
  // Also removes the responses that an import has saved.
  rmSync(join(folder, "config"), { recursive: true, force: true })
  server.world.reset()
  await server.world.contacts.fill({ count: 100 })
  await request("POST", "/v1/my/webhooks", { url: `${server.url}/taken`, events: ["email.sent"] })
  await sendEvent()
})
afterAll(() => server.close())

const request = (method: string, path: string, body?: object) =>
  fetch(server.url + path, {
    method,
    headers: { Authorization: `Bearer ${server.apiKey}`, "Content-Type": "application/json" },
    ...(body && { body: JSON.stringify(body) }),
  })
const sendEvent = () => request("POST", "/v1/my/webhooks/1/test", { type: "email.sent" })

const ctrlZ = "\u001a"
const prompt = "ready> "

/** A user at a shell. */
class ShellUser {
  readonly #shell: Shell
  readonly terminal: Terminal

  constructor(shell: Shell) {
    this.#shell = shell
    this.terminal = new Terminal(shell.name, shell.args, {
      env: {
        HOME: folder,
        MAS_CONFIG_DIR: join(folder, "config"),
        MAS_BASE_URL: server.url,
        MAS_API_KEY: server.apiKey,
        PATH: `${join(folder, "bin")}:${process.env.PATH}`,
        LANG: "C.UTF-8",
      },
      cwd: folder,
    })
    onTestFinished(() => this.terminal.kill())
  }

  async start(): Promise<this> {
    this.terminal.type(`${this.#shell.setUp}\r`)
    await this.terminal.says(prompt)
    return this
  }

  async run(line: string, expectedText: RegExp | string): Promise<void> {
    this.terminal.type(`${line}\r`)
    await this.terminal.says(expectedText)
  }

  /** Checks that the shell owns the terminal, in a sane state and with a visible cursor. */
  async isAtPrompt(): Promise<void> {
    await this.leavesSane("stty -a")
    const { raw } = this.terminal
    expect(raw.lastIndexOf("\u001b[?25h")).toBeGreaterThanOrEqual(raw.lastIndexOf("\u001b[?25l"))
  }

  /** Types a command that ends with `stty -a`, and checks the terminal's state. */
  async leavesSane(line: string): Promise<void> {
    await this.run(line, /speed \d+ baud/)
    await this.terminal.says(prompt)
    const state = this.terminal.text.slice(this.terminal.text.lastIndexOf("baud"))
    expect(state).toMatch(/ icanon [\s\S]* echo /)
  }

  async stops(): Promise<void> {
    this.terminal.type(ctrlZ)
    await this.terminal.says(prompt)
    await this.isAtPrompt()
  }

  /** Lets the stopped job continue in the background. */
  resumeInBackground(): Promise<void> {
    return this.run("bg", this.#shell.resumes)
  }

  /** Waits until the shell knows that its job has stopped: otherwise `fg` would only wait for it. */
  async knowsJobStopped(): Promise<void> {
    for (let since = this.terminal.text.length; !/stopped|suspended/i.test(this.terminal.text.slice(since)); )
      await this.run("jobs", prompt)
  }

  /** Waits until the mas process is in a state of ps: T stopped, + in the foreground. Returns its id. */
  async mas(state: RegExp): Promise<string> {
    const { stdout: tty } = await ps("-o", "tty=", "-p", String(this.terminal.pid))
    for (;;) {
      const { stdout } = await ps("-o", "pid=,stat=,args=", "-t", tty.trim())
      const rows = stdout.split("\n").map((line) => line.trim().split(/\s+/))
      const jobRows = rows.filter(([, , ...words]) => words.slice(0, 2).some((word) => word.endsWith("entry.cjs")))
      if (jobRows.every(([, stat = ""]) => state.test(stat)) && jobRows.length > 0) return jobRows[0]?.[0] ?? ""
      await setTimeout(50)
    }
  }
}

const ps = (...args: string[]) => promisify(execFile)("ps", args)

/** A command that asks; in the background it is stopped. */
interface Question {
  readonly what: string
  readonly line: string
  readonly asks: RegExp
  /** Typed before the process is stopped. */
  readonly before?: string
  /** How the question looks with that text; also after the process resumes. */
  readonly typed?: RegExp
  /** Typed after that text. */
  readonly after: string
  readonly ends: RegExp
  /** The response to the next question, if there is one. */
  readonly last?: string
}

const login = "env MAS_API_KEY= mas login --profile new"
const key = "maskey_live_mock"
const half = key.length / 2
const newList = "mas lists create --yes"

const name = {
  asks: /Name \(/,
  before: "News",
  typed: /Name \([^\n]*News/,
  after: `paper${keys.enter}`,
  ends: /name +Newspaper/,
}

const questions: readonly Question[] = [
  { what: "a text", line: newList, ...name },
  { what: "a text, with a program around it", line: `sh -c '${newList}; true'`, ...name },
  {
    what: "a choice",
    line: "mas lists",
    asks: /❯ list/,
    before: keys.down,
    typed: /❯ create/,
    after: `\u001b[A${keys.enter}`,
    ends: /Newsletter/,
  },
  {
    what: "several choices",
    line: "mas webhooks create --url https://hooks.example.com/x --yes",
    asks: /❯◯ email\.sent/,
    before: keys.space,
    typed: /❯◉ email\.sent/,
    after: keys.enter,
    ends: /hooks\.example\.com/,
  },
  { what: "a yes", line: "mas webhooks delete 1", asks: /\(y\/N\)/, after: `n${keys.enter}`, ends: /nothing was sent/ },
  {
    what: "a password",
    line: login,
    asks: /API key:/,
    before: key.slice(0, half),
    typed: new RegExp(`API key: ${"•".repeat(half)}`),
    after: `${key.slice(half)}${keys.enter}`,
    ends: /Saved in/,
  },
  {
    what: "the column of addresses",
    line: "mas contacts import people.csv",
    asks: /❯ one/,
    before: keys.down,
    typed: /❯ two/,
    after: keys.enter,
    ends: /grace@[\s\S]*\(Y\/n\)/,
    last: `n${keys.enter}`,
  },
  // Line by line, typed text is not kept: the terminal discards it at Ctrl-Z.
  {
    what: "a text, line by line",
    line: `env TERM=dumb ${newList}`,
    asks: name.asks,
    after: "News\r",
    ends: /name +News/,
  },
  {
    what: "a password, line by line",
    line: `env TERM=dumb ${login}`,
    asks: /API key:/,
    before: key.slice(0, half),
    after: `${key.slice(half)}\r`,
    ends: /Saved in/,
  },
  { what: "a line", line: "mas account get --api-key -", asks: /Reading a line/, after: `${key}\r`, ends: /Acme/ },
  {
    what: "a body",
    line: "mas lists create --input - --yes",
    asks: /Reading stdin/,
    after: `{"name": "News"}\r${keys.ctrlD}`,
    ends: /name +News/,
  },
]

/** A command that keeps running, also in the background. */
interface Stream {
  readonly what: string
  readonly line: string
  readonly starts: RegExp
  readonly happens?: () => Promise<unknown>
  /** What it shows the first time that it happens, and the second. */
  readonly shows?: readonly [first: RegExp, second: RegExp]
  /** Printed whenever it starts to listen for keys, a key, and what it shows. */
  readonly keys?: readonly [listens: RegExp, key: string, shows: RegExp]
  readonly end: string
}

const streams: readonly Stream[] = [
  {
    what: "mas webhooks listen",
    line: "mas webhooks listen --events email.sent",
    starts: /Listening on/,
    happens: () => request("POST", "/v1/my/webhooks/2/test", { type: "email.sent" }),
    shows: [/email\.sent/, /email\.sent/],
    keys: [/Keys: r resends/, "d", /webhook-signature/],
    end: "q",
  },
  { what: "mas mock", line: "mas mock --port 0", starts: /Dashboard/, end: keys.ctrlC },
  {
    what: "mas mock requests --follow",
    line: "mas mock requests --follow",
    starts: /webhooks\.test/,
    happens: () => request("GET", "/v1/my/lists"),
    shows: [/lists\.list/, /lists\.list/],
    end: keys.ctrlC,
  },
  {
    what: "mas webhooks deliveries --follow",
    line: "mas webhooks deliveries 1 --follow",
    starts: /delivery 1/,
    happens: sendEvent,
    shows: [/delivery 2/, /delivery 3/],
    end: keys.ctrlC,
  },
]

/** bash runs every case. Stopping and resuming is up to the shell: the others run one case of each kind. */
const everywhere = new Set([
  "a text",
  "a choice",
  "a password, line by line",
  "a line",
  "mas webhooks listen",
  "mas mock",
])
const triedIn = <Kind extends Question | Stream>({ name }: Shell, kinds: readonly Kind[]) =>
  name === "bash" ? kinds : kinds.filter(({ what }) => everywhere.has(what))

const isThere = (program: string) => spawnSync(program, ["--version"]).status === 0

describe.each(shells)("in $name", (shell) => {
  const missing = [shell.name, "ps"].find((program) => !isThere(program))
  const title = (text: string) => (missing ? `${text} (not run: ${missing} is not here)` : text)
  const startUser = () => new ShellUser(shell).start()

  describe.each(triedIn(shell, questions))(
    "$what as a question",
    ({ line, asks, before = "", typed, after, ends, last = "" }) => {
      /** Starts the command and types the beginning of the response. */
      async function begin(): Promise<ShellUser> {
        const at = await startUser()
        await at.run(line, asks)
        at.terminal.type(before)
        if (typed) await at.terminal.says(typed)
        return at
      }

      /** Checks that the process is stopped with its question hidden, and that the shell is usable. */
      async function staysStopped(at: ShellUser, since: number): Promise<void> {
        await at.mas(/T/)
        await at.knowsJobStopped()
        await at.isAtPrompt()
        expect(at.terminal.text.slice(since)).not.toMatch(typed ?? asks)
      }

      async function end({ terminal }: ShellUser, input: string): Promise<void> {
        terminal.type(input)
        await terminal.says(ends)
        terminal.type(last)
        await terminal.says(prompt)
      }

      it.skipIf(missing)(title("continues after Ctrl-Z and fg"), async () => {
        const at = await begin()
        await at.stops()
        await at.run("fg", typed ?? asks)
        await end(at, after)
        await at.isAtPrompt()
      })

      it.skipIf(missing)(title("continues after Ctrl-Z, bg and fg"), async () => {
        const at = await begin()
        await at.stops()
        const since = at.terminal.text.length
        await at.resumeInBackground()
        await staysStopped(at, since)
        await at.run("fg", typed ?? asks)
        await end(at, after)
        await at.isAtPrompt()
      })

      it.skipIf(missing)(title("continues after & and fg"), async () => {
        const at = await startUser()
        const since = at.terminal.text.length
        at.terminal.type(`${line} &\r`)
        await staysStopped(at, since)
        await at.run("fg", asks)
        await end(at, before + after)
        await at.isAtPrompt()
      })
    },
  )

  describe.each(triedIn(shell, streams))("$what", ({ line, starts, happens, shows, keys, end }) => {
    async function worksInBackground(at: ShellUser, expectedText: RegExp | undefined): Promise<void> {
      await happens?.()
      if (expectedText) await at.terminal.says(expectedText)
      await at.isAtPrompt()
    }

    /** Continues it in the foreground, where it listens for keys again. */
    async function bringBack(at: ShellUser): Promise<void> {
      at.terminal.type("fg\r")
      await at.mas(/\+/)
      if (!keys) return
      const [listens, key, expectedText] = keys
      await at.terminal.answer(listens, key)
      await at.terminal.says(expectedText)
    }

    it.skipIf(missing)(
      title("continues after & and fg, after Ctrl-Z, bg and fg, and after Ctrl-Z and fg"),
      async () => {
        const at = await startUser()
        await at.run(`${line} &`, starts)
        await worksInBackground(at, shows?.[0])
        await bringBack(at)
        await at.stops()
        await at.resumeInBackground()
        await worksInBackground(at, shows?.[1])
        await bringBack(at)
        await at.stops()
        await bringBack(at)
        at.terminal.type(end)
        await at.terminal.says(prompt)
        await at.isAtPrompt()
      },
    )

    it.skipIf(missing)(title("ends in the background without changing the terminal"), async () => {
      const at = await startUser()
      await at.run(line, keys?.[0] ?? starts)
      await at.stops()
      await at.resumeInBackground()
      await at.leavesSane(`finish ${await at.mas(/^[^T]/)}`)
    })

    it.skipIf(missing)(
      title("ends in the background, where it was started, without changing the terminal"),
      async () => {
        const at = await startUser()
        await at.run(`${line} &`, starts)
        await at.leavesSane(`finish ${await at.mas(/^[^T]/)}`)
      },
    )
  })
})
