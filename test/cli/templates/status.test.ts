import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { TemplateFolder } from "./template-folder.ts"

let folder: TemplateFolder
beforeEach(async () => {
  folder = new TemplateFolder({
    fixtures: {
      accounts: {
        main: {
          brands: {
            main: { default: true, senders: [{ email: "hello@acme.test" }] },
            garden: { templates: [{ name: "Roses", html: "<p>Roses</p>\n" }] },
          },
        },
      },
    },
  })
  await folder.run("pull")
})
afterEach(() => folder.close())

describe("mas templates status", () => {
  it("ends with 2 if the path is not a folder, like push, pull and diff", async () => {
    folder.write("../afile", "")
    for (const command of ["push", "status", "diff", "pull"]) {
      const { code, err } = await folder.run(`${command} afile`)
      expect([code, err]).toEqual([2, expect.stringContaining("afile is a file")])
    }
    for (const command of ["status", "diff"]) {
      const { code, err } = await folder.run(`${command} nowhere`)
      expect([code, err]).toEqual([2, expect.stringContaining("there is no folder nowhere")])
      expect((await folder.run(`${command} --dir nowhere`)).err).toBe(err)
    }
  })
})
