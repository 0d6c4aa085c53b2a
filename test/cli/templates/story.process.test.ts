import { execFile, spawn } from "node:child_process"
import { cpSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/client.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"
import { until } from "../../support/until.ts"
import { builtEntry } from "../own/terminal.ts"

const folder = temporaryFolder()
let server: MockServer
let mas: Mas
let entry: string
beforeAll(async () => {
  entry = builtEntry()
  server = await startMockServer({ port: 0 })
  mas = new Mas({ baseUrl: server.url, apiKey: server.apiKey })
}, 180_000)
afterAll(async () => {
  await mas.close()
  await server.close()
})
beforeEach(() => server.world.reset())

const options = (cwd: string) => ({
  cwd,
  env: {
    PATH: process.env.PATH,
    MAS_CONFIG_DIR: join(folder, "config"),
    MAS_BASE_URL: server.url,
    MAS_API_KEY: server.apiKey,
  },
})

/** `mas templates …` in a folder, as a program of its own. */
const templates = (cwd: string, line: string) =>
  new Promise<{ code: number; out: string; err: string }>((resolve) => {
    execFile(process.execPath, [entry, "templates", ...line.split(" ")], options(cwd), (error, out, err) =>
      resolve({ code: Number(error?.code ?? 0), out, err }),
    )
  })

const edit = (file: string, change: (text: string) => string) => writeFileSync(file, change(readFileSync(file, "utf8")))

describe("templates as files", () => {
  it("go from an empty folder to a conflict with a colleague, and to a check that finds nothing", async () => {
    const [mine, theirs] = [join(folder, "mine"), join(folder, "theirs")]
    expect(await templates(folder, "pull mine/templates")).toMatchObject({ code: 0 })
    cpSync(mine, theirs, { recursive: true })
    const text = "templates/welcome/body.txt.liquid"
    edit(join(mine, text), () => "Hello {{ contact.first_name }},\nstart here.\n")
    expect((await templates(mine, "push --check")).code).toBe(1)
    expect((await templates(mine, "push")).code).toBe(0)
    expect((await templates(mine, "push --check")).code).toBe(0)
    cpSync(mine, theirs, { recursive: true })
    // Both change the same line, and push at the same moment.
    edit(join(mine, text), (body) => body.replace("start here.", "start here: https://acme.test/start"))
    edit(join(theirs, text), (body) => body.replace("start here.", "begin today."))
    const pushed = await Promise.all([templates(mine, "push"), templates(theirs, "push")])
    expect(pushed.map(({ code }) => code).sort()).toEqual([0, 5])
    const [winner, loser] = pushed[0]?.code === 0 ? [mine, theirs] : [theirs, mine]
    expect(await mas.templates.get(1)).toMatchObject({ version: 3, body: readFileSync(join(winner, text), "utf8") })
    const conflict = await templates(loser, "push")
    expect(conflict.code).toBe(5)
    expect(conflict.err).toContain("-start here.\n+")
    expect((await templates(loser, "pull --on-conflict mark")).code).toBe(5)
    expect((await templates(loser, "push")).code).toBe(6)
    edit(join(loser, text), (body) => body.replaceAll(/^(?:<{7}|\|{7}|={7}|>{7}).*\n|^start here\.\n/gm, ""))
    expect((await templates(loser, "push")).code).toBe(0)
    const { body } = await mas.templates.get(1)
    expect(body?.split("\n").sort()).toEqual([
      "",
      "Hello {{ contact.first_name }},",
      "begin today.",
      "start here: https://acme.test/start",
    ])
    expect((await templates(winner, "pull")).code).toBe(0)
    expect(readFileSync(join(winner, text), "utf8")).toBe(body)
    for (const place of [mine, theirs]) expect((await templates(place, "push --check")).code).toBe(0)
  })

  it("are pushed on save while watch runs, which goes on after a mistake", async () => {
    const place = join(folder, "watched")
    await templates(folder, "pull watched/templates")
    const file = join(place, "templates/welcome/body.txt.liquid")
    const child = spawn(process.execPath, [entry, "templates", "watch"], options(place))
    let [out, err] = ["", ""]
    child.stdout.on("data", (text: Buffer) => {
      out += text
    })
    child.stderr.on("data", (text: Buffer) => {
      err += text
    })
    const ended = new Promise((resolve) => child.once("exit", resolve))
    await until(() => expect(err).toContain("Watching"))
    writeFileSync(file, "Hello {{ data.x | nope }}\n")
    await until(() => expect(err).toContain("body.txt.liquid:1:7 undefined filter: nope"))
    writeFileSync(file, "Hello {{ data.x }}\n")
    await until(() => expect(out).toContain('"action":"update"'))
    expect(await mas.templates.get(1)).toMatchObject({ version: 2, body: "Hello {{ data.x }}\n" })
    child.kill("SIGINT")
    expect(await ended).toBe(130)
    expect((await templates(place, "push --check")).code).toBe(0)
  })
})
