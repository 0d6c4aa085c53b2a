import { afterAll, beforeAll, describe, expect, it } from "vitest"
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
})
