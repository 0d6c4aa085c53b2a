import { mkdtempSync, readFileSync, truncateSync, writeFileSync } from "node:fs"
import { join, resolve } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { Copy } from "../../../examples/contact-sync/copy.ts"
import { type MockServer, startMockServer } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { eachCrash, runThroughCrashes } from "../../support/crash.ts"
import { end } from "../../support/example.ts"
import { bundleApp } from "../../support/example-app.ts"
import { checkExample, strangeVersions, takeExample } from "../../support/example-folder.ts"
import { makeReader, type Reader } from "../../support/reader.ts"

describe("examples/contact-sync", () => {
  let reader: Reader
  let folder: string
  let server: MockServer

  beforeAll(async () => {
    reader = makeReader(["undici", "zod", "@types/node"])
    folder = takeExample(reader, "contact-sync")
    server = await startMockServer({ port: 0 })
  })
  afterAll(async () => {
    await Promise.all([server.close(), reader.stop()])
    reader.remove()
  })

  const run = (name: string) => {
    const env = { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
    return reader.type(`exec node_modules/.bin/tsx sync.ts ${name}`, { env, cwd: folder })
  }
  const idsIn = (name: string) => {
    const lines = readFileSync(resolve(folder, `${name}.ndjson`), "utf8")
      .trimEnd()
      .split("\n")
    return lines.map((line): number => JSON.parse(line).id)
  }
  const idsAtTheService = async () => {
    const contacts = await new Mas({ ...server.clientOptions }).contacts.list({ limit: 100 }).toArray()
    return contacts.map(({ id }) => id)
  }

  it("compiles, and requires the package versions under test", () => {
    expect(checkExample(folder, ["sync.ts", "copy.ts"])).toBe("")
    expect(strangeVersions("contact-sync")).toEqual([])
  })

  it("copies each contact once when killed after its second page and in the middle of a row", async () => {
    server.world.reset()
    await server.world.contacts.fill({ count: 450 })
    const first = run("killed")
    first.stdout?.on("data", (chunk) => {
      // The whole process group: tsx starts a child.
      if (String(chunk).includes("Page 2")) process.kill(-(first.pid ?? 0), "SIGKILL")
    })
    // Delays the third page until after the kill.
    server.world.faults.add({ path: "/v1/my/contacts", query: { page: "3" }, status: 503, retry_after: 50, times: 1 })
    expect((await end(first)).stdout).toContain("Page 2: 100 contacts")
    server.world.faults.clear()
    // Simulates a process that ended while it wrote the next rows.
    truncateSync(join(folder, "killed.part"), readFileSync(join(folder, "killed.part")).length + 7)
    const { code, stdout } = await end(run("killed"))
    expect({ code, first: stdout.split("\n")[0] }).toEqual({ code: 0, first: "Page 3: 100 contacts" })
    expect(idsIn("killed")).toEqual(await idsAtTheService())
  })

  describe("killed at each of its steps", () => {
    let program: string
    beforeAll(async () => {
      program = await bundleApp("contact-sync/sync.ts")
    })

    /** Copies in a new folder, restarting after each crash; returns the steps of the crashes. */
    async function copy(crashes: readonly number[], env: Readonly<Record<string, string>> = {}) {
      const crashFolder = mkdtempSync(join(folder, "crashed-"))
      const mas = { MAS_BASE_URL: server.url, MAS_API_KEY: server.apiKey }
      const killed = await runThroughCrashes({
        program,
        args: ["copy"],
        env: { ...env, ...mas },
        folder: crashFolder,
        crashes,
      })
      expect({ killed, ids: idsIn(join(crashFolder, "copy")) }).toEqual({ killed, ids: await idsAtTheService() })
      return killed
    }

    it("copies each contact once", async () => {
      server.world.reset()
      await server.world.contacts.fill({ count: 150 })
      const steps = await eachCrash((step) => copy([step]))
      for (const name of ["in the midst of a write", "before fsyncSync", "after renameSync", "before a request"])
        expect(steps.filter((step) => step === name).length).toBeGreaterThanOrEqual(2)
    })

    it("copies whole rows even if the system writes only a part each time", async () => {
      await copy([], { SHORT_WRITES: "1" })
    })
  })

  it("copies each contact once despite faults, and starts over after a complete copy", async () => {
    server.world.reset()
    await server.world.contacts.fill({ count: 250 })
    server.world.faults.add({ path: "/v1/my/contacts", status: 503, retry_after: 0, times: 2 })
    server.world.faults.add({ path: "/v1/my/contacts", cut_at: 40, times: 1 })
    expect(await end(run("storm"))).toMatchObject({ code: 0 })
    expect(idsIn("storm")).toEqual(await idsAtTheService())
    await server.world.contacts.fill({ count: 3, prefix: "late" })
    expect(await end(run("storm"))).toMatchObject({ code: 0 })
    expect(idsIn("storm")).toEqual(await idsAtTheService())
  })

  it("keeps the complete copy when the next one is killed before its first page is recorded", () => {
    const name = join(folder, "again")
    const first = new Copy(name)
    first.add([{ id: 1 }, { id: 2 }], { page: null, lastId: 2, total: 2 })
    first.close()
    new Copy(name)
    writeFileSync(`${name}.part`, '{"id":1}\n')
    new Copy(name)
    expect(idsIn(name)).toEqual([1, 2])
  })
})
