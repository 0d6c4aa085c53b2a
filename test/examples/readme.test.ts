import { type ChildProcess, spawn } from "node:child_process"
import { chmodSync, copyFileSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { controls } from "../../mock-server/control/table.ts"
import { MockWorld } from "../../mock-server/index.ts"
import { end, freePort, lineOf } from "../support/example.ts"
import { filesUnder, readProjectFile, root } from "../support/files.ts"
import { packProject } from "../support/package.ts"

const readme = readProjectFile("README.md")
const blocks = [...readme.matchAll(/```(\w*)\n(.*?)```/gs)].map(([, language, code = ""]) => ({ language, code }))
const programs = blocks.filter(({ language }) => language === "ts").map(({ code }) => code)

/** The one block that has this text in it. */
function block(text: string): string {
  const found = blocks.filter(({ code }) => code.includes(text))
  if (found.length !== 1) throw new Error(`${found.length} blocks of README.md have "${text}"`)
  return found[0]?.code ?? ""
}

describe("README.md", () => {
  const examples = filesUnder("examples").filter((path) => path.endsWith(".ts"))

  it.each(programs)("shows a program that is an example, and so is run: %#", (code) => {
    expect(examples.filter((path) => readProjectFile(path).includes(code))).toHaveLength(1)
  })

  it("names every call of the control interface, and its method", () => {
    const paths = controls.map(({ spec }) => spec.path.split("/")[1] ?? "")
    const methods = Object.getOwnPropertyNames(MockWorld.prototype).filter(
      (name) => !/^(constructor|url|apiKey|clientOptions)$/.test(name),
    )
    expect(paths.filter((path) => !readme.includes(`/${path}`))).toEqual([])
    expect(methods.length).toBeGreaterThan(5)
    expect(methods.filter((name) => !new RegExp(`\\b${name}\\(`).test(readme))).toEqual([])
  })
})

describe("a reader who follows README.md in a project of their own", { timeout: 60_000 }, () => {
  let project: ReturnType<typeof packProject>
  let port: number
  let address: string
  let secret = ""
  const started: ChildProcess[] = []

  /** Types a command into a shell, with this test's own ports and the secret in their places. */
  function type(command: string): ChildProcess {
    const typed = command
      .replaceAll("http://127.0.0.1:4010", address)
      .replaceAll("127.0.0.1:3000", `127.0.0.1:${port}`)
      .replaceAll("whsec_…", secret)
    const env = { ...process.env, PORT: String(port), CURL_HOME: project.folder }
    const child = spawn("sh", ["-e", "-c", typed], { cwd: project.folder, env, detached: true })
    started.push(child)
    return child
  }

  /** Ends a command and what it has started. */
  async function stop(child: ChildProcess): Promise<void> {
    if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return
    const ended = new Promise((resolve) => child.once("close", resolve))
    process.kill(-child.pid, "SIGTERM")
    await ended
  }

  /** What a command prints on stdout; it must end well. */
  async function answerOf(command: string): Promise<string> {
    const { code, stdout, stderr } = await end(type(command))
    expect({ code, stderr }).toMatchObject({ code: 0 })
    return stdout
  }

  beforeAll(async () => {
    project = packProject(["undici", "zod"])
    const bin = join(project.folder, "node_modules/.bin")
    mkdirSync(bin, { recursive: true })
    const entry = join(project.folder, "node_modules/mas-sdk/dist/cli/entry.cjs")
    chmodSync(entry, 0o755)
    for (const name of ["mas", "mas-sdk"]) symlinkSync(entry, join(bin, name))
    symlinkSync(join(root, "node_modules/tsx/dist/cli.mjs"), join(bin, "tsx"))
    writeFileSync(join(project.folder, ".curlrc"), "fail\nsilent\nshow-error\n")
    writeFileSync(join(project.folder, "client.mts"), programs[0] ?? "")
    writeFileSync(join(project.folder, "receiver.mts"), programs[1] ?? "")
    copyFileSync(join(root, "examples/contacts.csv"), join(project.folder, "contacts.csv"))
    port = await freePort()
    const command = "npx mas mock start --allow-local-webhooks"
    expect(readme).toContain(`\`${command}\``)
    address = (await lineOf(type(`${command} --port 0`), /listening on (http:\/\/127\.0\.0\.1:\d+)/))[1] ?? ""
  }, 120_000)

  afterAll(async () => {
    await Promise.all(started.map(stop))
    project.remove()
  })

  it("runs the client", async () => {
    const said = await answerOf(block("npx tsx client.mts"))
    expect(said).toMatch(/^Import complete: 100 %$/m)
    expect(said).toMatch(/^422 validation_error/m)
  })

  it("gets a webhook, and one more that had to be sent again", async () => {
    secret = JSON.parse(await answerOf(block('"events":'))).secret
    const send = block('"to":"ana@example.test"')
    const receive = block("npx tsx receiver.mts")

    const receiver = type(receive)
    await lineOf(receiver, /Waiting for webhooks/)
    const first = lineOf(receiver, /email\.delivered for message (\d+)/)
    const { id } = JSON.parse(await answerOf(send))
    expect((await first)[1]).toBe(String(id))
    await stop(receiver)

    const missed = JSON.parse(await answerOf(send)).id
    // Moving time by nothing waits for what is under way.
    await answerOf(block('"by":"1m"').replace("1m", "0s"))
    expect(await answerOf("curl http://127.0.0.1:4010/_mock/deliveries")).toContain("refused")
    const again = type(receive)
    await lineOf(again, /Waiting for webhooks/)
    const second = lineOf(again, /email\.delivered for message (\d+)/)
    await answerOf(block('"by":"1m"'))
    expect((await second)[1]).toBe(String(missed))
    await stop(again)
  })

  it("gets a webhook checked, passed on and sent again with the command line", async () => {
    expect(block("npx mas-sdk mock start")).toBe("npx mas-sdk mock start --allow-local-webhooks\n")
    await answerOf("curl -X POST http://127.0.0.1:4010/_mock/reset")
    const here = `export MAS_PROFILE=mock MAS_BASE_URL=${address} MAS_CONFIG_DIR=${project.folder}/config\n`
    const listener = type(`${here}${block("webhooks listen --forward-to").trimEnd()} --output ndjson\n`)
    await lineOf(listener, /Listening on/)
    const refused = lineOf(listener, /"email\.delivered".*connection refused/)
    await answerOf(here + block("--to delivered@simulator.test"))
    await refused

    const receiver = type(here + block("webhooks secret 1"))
    await lineOf(receiver, /Waiting for webhooks/)
    const received = Promise.all([
      lineOf(receiver, /email\.sent for message 1/),
      lineOf(receiver, /email\.delivered for message 1/),
      lineOf(listener, /"email\.sent".*"status":200/),
      lineOf(listener, /"email\.delivered".*"status":200/),
    ])
    const deliveries = await answerOf(here + block("webhooks deliveries 1"))
    await received
    expect(deliveries.match(/"status": "\w+"/g)).toEqual(['"status": "delivered"', '"status": "delivered"'])

    secret = (await answerOf(`${here}npx mas-sdk webhooks secret 1`)).trim()
    const made = lineOf(receiver, /bounced \(soft\)/)
    await answerOf(`export MAS_WEBHOOK_SECRET=${secret}\n${block("webhooks trigger")}`)
    await made
    await Promise.all([stop(listener), stop(receiver)])
    expect(JSON.parse(await answerOf(`${here}npx mas-sdk webhooks list`))).toEqual([])
  })

  it("calls the control interface", async () => {
    expect(await answerOf(block("/_mock/faults"))).toContain('"credentials"')
  })
})
