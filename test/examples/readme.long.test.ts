import type { ChildProcess } from "node:child_process"
import { copyFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest"
import { controls } from "../../mock-server/control/controls.ts"
import { MockWorld } from "../../mock-server/testing/mock-world.ts"
import { freePort, lineOf } from "../support/example.ts"
import { filesUnder, readProjectFile, root } from "../support/files.ts"
import { makeReader, type Reader } from "../support/reader.ts"

/** A page and its code blocks. */
function page(path: string) {
  const text = readProjectFile(path)
  const blocks = [...text.matchAll(/```(\w*)\n(.*?)```/gs)].map(([, language, code = ""]) => ({ language, code }))
  return {
    text,
    programs: blocks.filter(({ language }) => language === "ts" || language === "js").map(({ code }) => code),
    /** All blocks that contain this text. */
    blocks: (part: string) => blocks.map(({ code }) => code).filter((code) => code.includes(part)),
    /** The only block that contains this text. */
    block(part: string): string {
      const [{ code } = { code: "" }, ...others] = blocks.filter(({ code }) => code.includes(part))
      if (code === "" || others.length > 0) throw new Error(`Not one block of ${path} has "${part}"`)
      return code
    },
  }
}

const readme = page("README.md")
const start = page("docs/getting-started.md")
const client = page("docs/client.md")
const webhooks = page("docs/webhooks.md")
const commandLine = page("docs/command-line.md")
const mock = page("docs/mock-server.md")

describe("the documents", () => {
  const examples = filesUnder("examples").filter((path) => path.endsWith(".ts"))

  it.each([client, webhooks, page("docs/testing.md"), page("docs/simulation.md")].flatMap(({ programs }) => programs))(
    "show only programs of examples, which are run: %#",
    (code) => {
      expect(examples.filter((path) => readProjectFile(path).includes(code))).toHaveLength(1)
    },
  )

  it("name every call of the control API and its method", () => {
    const paths = controls.map(({ spec }) => spec.path.split("/")[1] ?? "")
    const methods = Object.getOwnPropertyNames(MockWorld.prototype).filter(
      (name) => !/^(constructor|url|apiKey|clientOptions)$/.test(name),
    )
    expect(paths.filter((path) => !mock.text.includes(`/${path}`))).toEqual([])
    expect(methods.length).toBeGreaterThan(5)
    expect(methods.filter((name) => !new RegExp(`\\b${name}\\(`).test(mock.text))).toEqual([])
  })
})

describe("a reader who follows README.md and the documents in a new project", () => {
  let reader: Reader
  let port: number
  let address: string
  let secret = ""
  const started: ChildProcess[] = []

  /** Replaces the documented ports by this test's. */
  const inPlace = (text: string) =>
    text
      // Whole ports only: this test's may begin with the same digits.
      .replace(/http:\/\/127\.0\.0\.1:4010(?!\d)/g, address)
      .replace(/127\.0\.0\.1:3000(?!\d)/g, `127.0.0.1:${port}`)
      .replaceAll("listen(3000", `listen(${port}`)
      .replaceAll("whsec_…", secret)

  /** Runs commands, with this test's ports and the secret. */
  function type(commands: string): ChildProcess {
    const child = reader.type(inPlace(commands), { env: { PORT: String(port), CURL_HOME: reader.folder } })
    started.push(child)
    return child
  }
  const stop = (command: ChildProcess) => reader.stop([command])
  const answerOf = (commands: string) => reader.answerOf(`export CURL_HOME=${reader.folder}\n${inPlace(commands)}`)

  beforeAll(async () => {
    reader = makeReader(["undici", "zod", "vitest"])
    port = await freePort()
    writeFileSync(join(reader.folder, ".curlrc"), "fail\nsilent\nshow-error\n")
    copyFileSync(join(root, "examples/contacts.csv"), join(reader.folder, "contacts.csv"))
    const command = readme.block("npx mas-sdk mock").trim()
    expect(command).toBe("npx mas-sdk mock")
    address = (await lineOf(type(`${command} --port 0`), /listening on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ""
    writeFileSync(join(reader.folder, "client.mts"), client.programs[0] ?? "")
    writeFileSync(join(reader.folder, "receiver.mts"), webhooks.programs[0] ?? "")
    const programs = [...readme.programs, ...start.programs]
    for (const [index, name] of ["hello.mjs", "client.mjs", "receiver.mjs", "sends-once.test.mjs"].entries())
      writeFileSync(join(reader.folder, name), inPlace(programs[index] ?? ""))
  })

  // All but the mock server, which started first.
  afterEach(() => reader.stop(started.splice(1)))

  afterAll(async () => {
    await reader.stop()
    reader.remove()
  })

  it("says hello", async () => {
    expect(await answerOf("node hello.mjs")).toBe("Message 1 is queued\n")
    expect(readme.text).toContain("`node hello.mjs` prints `Message 1 is queued`")
  })

  it("runs the short and the full client", async () => {
    expect(start.text).toContain("`node client.mjs`")
    const short = await answerOf("node client.mjs")
    expect(short).toMatch(/^Message \d+ is queued\n(\S+@\S+\n){3}422 validation_error \{/)
    await answerOf("curl -X POST http://127.0.0.1:4010/_mock/reset")
    const output = await answerOf(client.block("npx tsx client.mts"))
    expect(output).toMatch(/^Import complete: 100 %$/m)
    expect(output).toMatch(/^422 validation_error/m)
  })

  it("gets a webhook and a retried one, with the command line", async () => {
    const create = start.block("webhooks create").trim()
    const listen = start.block("node receiver.mjs").trim()
    secret = JSON.parse(await answerOf(create)).secret
    const [send = ""] = start.blocks("messages send")
    const advance = start.block("mock advance").trim()
    expect(start.text).toContain("`happened  2 webhooks sent again`")
    await getsTwo({ start: listen, send, advance })
  })

  it("gets a webhook and a retried one, over HTTP", async () => {
    await answerOf("curl -X POST http://127.0.0.1:4010/_mock/reset")
    secret = JSON.parse(await answerOf(webhooks.block('"events":'))).secret
    await getsTwo({
      start: webhooks.block("npx tsx receiver.mts"),
      send: webhooks.block('"to":"ana@example.test"'),
      advance: webhooks.block('"by":"1m"'),
    })
  })

  /** Receives a webhook while the receiver runs, and one that was sent while it was down. */
  async function getsTwo({ start, send, advance }: Record<"start" | "send" | "advance", string>): Promise<void> {
    const receiver = type(start)
    await lineOf(receiver, /Waiting for webhooks/)
    const first = lineOf(receiver, /email\.delivered for message (\d+)/)
    const { id } = JSON.parse(await answerOf(send))
    expect((await first)[1]).toBe(String(id))
    await stop(receiver)

    const missed = JSON.parse(await answerOf(send)).id
    // Advancing by zero waits for running work.
    await answerOf(advance.replace("1m", "0s"))
    expect(await answerOf("curl http://127.0.0.1:4010/_mock/deliveries")).toContain("refused")
    const again = type(start)
    await lineOf(again, /Waiting for webhooks/)
    // If the receiver was stopped before it responded, the first one is retried, too.
    const second = lineOf(again, new RegExp(`email\\.delivered for message ${missed}\\b`))
    expect(await answerOf(advance)).toMatch(/"happened": ?"\d webhooks sent again/)
    await second
    await stop(again)
  }

  it("checks the receiver without failures", async () => {
    secret = `whsec_${Buffer.from("a secret of 24 bytes ...").toString("base64")}`
    const receiver = type(start.block("node receiver.mjs").trim().split("\n").at(-1) ?? "")
    await lineOf(receiver, /Waiting for webhooks/)
    const lines = (await answerOf(start.block("webhooks check"))).split("\n")
    expect(lines.filter((line) => line.startsWith("✔")).length).toBeGreaterThan(15)
    expect(lines.filter((line) => line.startsWith("✘"))).toEqual([])
    await stop(receiver)
  })

  it("runs a test with Vitest", async () => {
    expect(await answerOf("node node_modules/vitest/vitest.mjs run sends-once.test.mjs")).toMatch(/Tests\s.*1 passed/)
  })

  it("lists, sends and listens in a terminal", async () => {
    const [list = "", send = "", listen = "", login] = start.blocks("messages send")[1]?.trim().split("\n") ?? []
    expect(JSON.parse(await answerOf(list))).toHaveLength(3)
    const listener = type(listen)
    await lineOf(listener, /Listening on/)
    const deliveryLine = lineOf(listener, /email\.delivered/)
    await answerOf(send)
    await deliveryLine
    await stop(listener)
    expect(login).toBe("npx mas-sdk login")
  })

  it("gets a webhook verified, forwarded and resent with the command line", async () => {
    expect(commandLine.block("npx mas-sdk mock\n")).toBe("npx mas-sdk mock\n")
    await answerOf("curl -X POST http://127.0.0.1:4010/_mock/reset")
    const here = `export MAS_PROFILE=mock MAS_BASE_URL=${address} MAS_CONFIG_DIR=${reader.folder}/config\n`
    const listener = type(`${here}${commandLine.block("webhooks listen --forward-to").trimEnd()} --output ndjson\n`)
    await lineOf(listener, /Listening on/)
    const refusalLine = lineOf(listener, /"email\.delivered".*connection refused/)
    await answerOf(here + commandLine.block("--to delivered@simulator.test"))
    await refusalLine

    const receiver = type(here + commandLine.block("webhooks secret 1"))
    await lineOf(receiver, /Waiting for webhooks/)
    const received = Promise.all([
      lineOf(receiver, /email\.sent for message 1/),
      lineOf(receiver, /email\.delivered for message 1/),
      lineOf(listener, /"email\.sent".*"status":200/),
      lineOf(listener, /"email\.delivered".*"status":200/),
    ])
    const deliveries = await answerOf(here + commandLine.block("webhooks deliveries 1"))
    await received
    expect(deliveries.match(/"status": "\w+"/g)).toEqual(['"status": "delivered"', '"status": "delivered"'])

    secret = (await answerOf(`${here}npx mas-sdk webhooks secret 1`)).trim()
    const bounceLine = lineOf(receiver, /bounced \(soft\)/)
    await answerOf(`export MAS_WEBHOOK_SECRET=${secret}\n${commandLine.block("webhooks trigger")}`)
    await bounceLine
    await Promise.all([stop(listener), stop(receiver)])
    expect(JSON.parse(await answerOf(`${here}npx mas-sdk webhooks list`))).toEqual([])
  })

  it("calls the control API", async () => {
    expect(await answerOf(mock.block("/_mock/faults"))).toContain('"credentials"')
  })
})
