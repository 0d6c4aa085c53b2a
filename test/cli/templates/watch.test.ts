import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { rowsIn } from "../own/run.ts"
import { TemplateFolder } from "./template-folder.ts"

let folder: TemplateFolder
beforeAll(async () => {
  folder = new TemplateFolder({})
  await folder.run("pull")
})
afterAll(() => folder.close())

describe("mas templates watch", () => {
  it("says in a dry run what it would push now, and ends", async () => {
    folder.write("tea/template.yaml", "name: Tea\nsubject: Tea\n")
    folder.write("tea/body.txt.liquid", "Tea\n")
    const { code, rows } = await folder.run("watch --dry-run")
    expect([code, rows]).toEqual([0, [expect.objectContaining({ folder: "tea" })]])
    expect((await folder.all()).map(({ name }) => name)).not.toContain("Tea")
  })

  it("pushes what is there, says what it cannot push, and ends with 130", async () => {
    folder.write("mint/template.yaml", "name: Mint\nsubject: Mint\n")
    folder.write("mint/body.txt.liquid", "{{ data.mint")
    const watching = () => folder.sandbox.home.start(["templates", "watch"])
    const broken = watching()
    await broken.stderr.until(/mint[\\/]body\.txt\.liquid:1/)
    broken.interrupt()
    expect(await broken.ended).toMatchObject({ code: 130, out: "" })
    folder.write("mint/body.txt.liquid", "Mint\n")
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", status: 403, times: 1 })
    const refusedRun = watching()
    await refusedRun.stderr.until(/403/)
    refusedRun.interrupt()
    await refusedRun.ended
    const running = watching()
    await running.stdout.until(/"folder":"mint"/)
    running.interrupt()
    const { code, out } = await running.ended
    expect([code, rowsIn(out).map((row) => [row.folder, row.action])]).toEqual([130, [["mint", "create"]]])
    expect((await folder.all()).map(({ name }) => name)).toContain("Mint")
  })

  it("does not add again what was deleted at the service, and says so", async () => {
    folder.sandbox.service.world.faults.add({ method: "GET", path: "/v1/my/templates", body: [], times: 1 })
    const running = folder.sandbox.home.start(["templates", "watch"])
    await running.stdout.until(/"folder":"mint"/)
    running.interrupt()
    const row = rowsIn((await running.ended).out).find((one) => one.folder === "mint")
    expect(row).toMatchObject({
      ...{ state: "deleted_there", action: "none" },
      detail: "It was deleted at the service: mas templates push adds it again.",
    })
    expect((await folder.all()).filter(({ name }) => name === "Mint")).toHaveLength(1)
  })
})
