import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { watchedTransport } from "../../cli/connection/request/transport.ts"
import { lastCommand } from "./command-line.ts"
import { Home, homeWithService, type RunOptions } from "./own/run.ts"
import { endpointCommands } from "./run-example.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService()
})
afterEach(() => sandbox.close())

const send = ["messages", "send", "--channel", "email", "--to", "ada@example.test", "--subject", "It's you"]
const sent = () => sandbox.service.world.requests.list({ method: "POST", path: "/v1/my/messages" })
const lastError = (err: string) => JSON.parse(err.trimEnd().split("\n").at(-1) ?? "").error

/** Runs a command whose responses are lost after its requests were sent. */
async function runLosingResponses(argv: readonly string[], options?: RunOptions) {
  sandbox.service.world.faults.add({ drop: "after" })
  const { code, err } = await sandbox.run([...argv, "--max-retries", "0"], options)
  sandbox.service.world.faults.clear()
  return { code, error: lastError(err) }
}

describe("a write whose response is lost", () => {
  it("prints a command that sends it again, with the generated key", async () => {
    const { code, error } = await runLosingResponses([
      ...send,
      "--body",
      "two\nlines",
      "--tags",
      "order=1",
      "--brand",
      "acme-main",
    ])
    const key = error.idempotency_key
    expect([code, error.status, error.retryable, key]).toEqual([8, null, false, expect.stringMatching(/^\S{16,}$/)])
    expect(error.hint).toContain(`one effect in all: ${error.next_command}`)
    expect(error.next_command).toContain(` --idempotency-key ${key} `)
    expect(error.next_command).toContain(" --brand acme-main")
  })

  it("has one effect when the printed command is run", async () => {
    sandbox.service.world.faults.add({ drop: "after" })
    const { err } = await sandbox.run([...send, "--body", "Hi", "--max-retries", "0", "-o", "table"])
    const lines = err.trimEnd().split("\n")
    expect(lines.at(-2)).toBe("It may have taken effect. To send it again, with one effect in all:")
    sandbox.service.world.faults.clear()
    const first = sandbox.service.world.requests.list({ method: "POST" })[0]
    const again = await sandbox.run(lastCommand(lines.at(-1) ?? "").argv)
    expect(again.code).toBe(0)
    expect(sent().map(({ request_body }) => request_body)).toEqual([first?.request_body, first?.request_body])
    expect((await sandbox.run(["messages", "list"])).json).toHaveLength(1)
  })

  it("prints what came from stdin, and the names of files", async () => {
    writeFileSync(join(sandbox.home.folder, "mail.html"), "<p>Hi</p>")
    const { error } = await runLosingResponses([...send, "--html", "@mail.html", "--body", "-"], {
      stdin: "@you, it's",
    })
    expect(error.next_command).toContain("--html @mail.html --body '@@you, it'\\''s'")
    const again = await sandbox.run(lastCommand(error.next_command).argv)
    expect(again.code).toBe(0)
    expect(sent()[0]?.request_body).toEqual(sent()[1]?.request_body)
    const fullBody = '{"channel":"email","to":"ada@example.test","subject":"x","body":"y"}'
    const input = await runLosingResponses(["messages", "send", "--input", "-"], { stdin: fullBody })
    expect(lastCommand(input.error.next_command).argv).toEqual(expect.arrayContaining(["--input", fullBody]))
  })

  it("reads from stdin again what is secret or too long to print", async () => {
    const key = sandbox.service.apiKey
    const { error } = await runLosingResponses([...send, "--api-key", "-", "--body", "-"], {
      stdin: `${key}\n${"x".repeat(3000)}`,
      env: { MAS_API_KEY: "wrong" },
    })
    expect(error.next_command).toMatch(/ --body - .*--api-key -/)
    expect(error.hint).toContain("(`-` reads stdin: provide the same input): mas messages send")
    expect(JSON.stringify(error)).not.toContain(key)
  })

  it("suggests to check first if the service reads no idempotency keys", async () => {
    const { error } = await runLosingResponses(["lists", "create", "--name", "Cut"])
    expect(error.hint).toContain("It may have taken effect: check before you send it again.")
    expect(error.next_command).toMatch(/^mas lists create --name Cut /)
    expect(error.idempotency_key).toBeUndefined()
  })

  it("is in doubt after a server error too, but not if nothing was sent or the service refused it", async () => {
    sandbox.service.world.faults.add({ status: 503 })
    const failed = await sandbox.run([...send, "--body", "Hi", "--max-retries", "0"])
    expect([failed.code, lastError(failed.err).next_command]).toEqual([
      1,
      expect.stringContaining(lastError(failed.err).idempotency_key),
    ])
    sandbox.service.world.faults.clear()
    const failedSend = await sandbox.run(["messages", "send", "--channel", "sms", "--to", "1", "--body", "x"])
    expect([failedSend.code, lastError(failedSend.err).next_command]).toEqual([6, undefined])
    const unsent = new Home({ MAS_API_KEY: "k" })
    const { err } = await unsent.run([...send, "--body", "x", "--base-url", "http://127.0.0.1:1", "--max-retries", "0"])
    expect([lastError(err).next_command, lastError(err).retryable]).toEqual([undefined, true])
    unsent.remove()
  })
})

describe("the command that resends, for every command that writes", () => {
  const examples = endpointCommands
    .filter(({ endpoint }) => endpoint?.method !== "GET")
    .flatMap(({ examples = [] }) => examples)

  it.each(examples)("sends the same request: %s", async (example) => {
    const env = { MAS_BASE_URL: "http://service.test", MAS_BRAND_SID: "b-1" }
    const home = new Home(env, async () => Promise.reject(new TypeError("the connection was cut")))
    const profiles = { person: { base_url: env.MAS_BASE_URL, token: "jwt-of-a-person" } }
    mkdirSync(join(home.folder, "config"))
    writeFileSync(join(home.folder, "config/config.json"), JSON.stringify({ current: "person", profiles }))
    const { argv: words, stdin } = lastCommand(example)
    // The profile of an example is the mock server's.
    const argv = words.filter((word, index) => ![word, words[index - 1]].includes("--profile"))
    const { err } = await home.run([...argv, "--account", "7", "--max-retries", "0", "--no-color"], { stdin })
    const error = lastError(err)
    expect(error.next_command).toMatch(/^mas .* --base-url http:\/\/service\.test --brand b-1 --account 7 /)
    const dry = async (words: readonly string[]) => {
      const { json } = await home.run([...words, "--dry-run"], { stdin })
      // The boundary of an upload differs each time.
      const { "Idempotency-Key": key, "Content-Type": type, ...headers } = json.headers
      return { key, request: { ...json, headers } }
    }
    const before = await dry([...argv, "--account", "7"])
    const again = await dry(lastCommand(error.next_command).argv)
    expect(again.request).toEqual(before.request)
    expect(again.key).toBe(error.idempotency_key)
    home.remove()
  })
})

describe("Ctrl-C", () => {
  const interrupted = async (argv: readonly string[]) => {
    let stop = () => {}
    const home = new Home(
      { MAS_BASE_URL: sandbox.service.url, MAS_API_KEY: sandbox.service.apiKey },
      async (url, init) => {
        const response = await sandbox.service.fetch(url, init)
        stop()
        init.signal?.throwIfAborted()
        return response
      },
    )
    const running = home.start(argv)
    stop = running.interrupt
    const { code, err } = await running.ended
    home.remove()
    return { code, error: lastError(err) }
  }

  it("during a send says what may have happened, and how to resend with one effect", async () => {
    const { code, error } = await interrupted([...send, "--body", "Hi"])
    expect([code, error.code]).toEqual([130, "interrupted"])
    expect(error.next_command).toContain(`--idempotency-key ${error.idempotency_key} `)
    expect(error.hint).toMatch(
      /^It may have taken effect\. To send it again, with one effect in all: mas messages send /,
    )
    expect((await sandbox.run(lastCommand(error.next_command).argv)).code).toBe(0)
    expect((await sandbox.run(["messages", "list"])).json).toHaveLength(1)
  })

  it.each([
    ["Ctrl-C", [], 130, "interrupted"],
    ["a timeout", ["--timeout", "1", "--max-retries", "0"], 8, "timeout"],
  ])("leaves a write in doubt if the transport ignores the abort: %s", async (_, limits, exit, word) => {
    let stop = () => {}
    const home = new Home({ MAS_BASE_URL: "http://service.test", MAS_API_KEY: "k" }, () => {
      if (limits.length === 0) stop()
      return new Promise(() => {})
    })
    const running = home.start([...send, "--body", "Hi", ...limits])
    stop = running.interrupt
    const { code, err } = await running.ended
    home.remove()
    const error = lastError(err)
    expect([code, error.code, error.hint]).toEqual([exit, word, expect.not.stringContaining("Nothing was sent")])
    expect(error.next_command).toContain(`--idempotency-key ${error.idempotency_key} `)
  })

  it("before there is a connection leaves nothing in doubt", async () => {
    const watched = watchedTransport({
      name: "silent",
      send(request) {
        request.sent = false
        return new Promise(() => {})
      },
    })
    const outgoing = { method: "POST", origin: "http://service.test", path: "/", headers: {}, body: null, maxBytes: 1 }
    void watched.send({ ...outgoing, read: "text", signal: new AbortController().signal, onAbort: () => {} })
    expect(watched.isInDoubt).toBe(false)
  })

  it("during a read only says that the command can be run again", async () => {
    const { code, error } = await interrupted(["account", "get"])
    expect([code, error.hint, error.next_command]).toEqual([130, "It can be run again.", undefined])
  })
})
