import { describe, expect, it } from "vitest"
import { cannotWrite, reasonOf } from "../../../cli/terminal/errors/cli-error.ts"
import { Home, homeWithService } from "./run.ts"

const systemError = (code: string, path = "x") => Object.assign(new Error(`${code}: failed`), { code, path })

describe("a file that cannot be written", () => {
  it("is no wrong usage, and a full disk is told from a missing permission", () => {
    expect(cannotWrite("out.csv", systemError("ENOSPC"))).toMatchObject({
      exitCode: 1,
      code: "disk_full",
      message: "out.csv cannot be written: the disk is full",
    })
    expect(cannotWrite("out.csv", systemError("EACCES"))).toMatchObject({ exitCode: 1, code: "cannot_write" })
  })

  it.each([[["contacts", "export", "--to", "nowhere/out.csv"]], [["mock", "fixtures", "--to", "nowhere/world.yaml"]]])(
    "ends with 1: mas %j",
    async (argv) => {
      const sandbox = homeWithService()
      await sandbox.run(["mock", "fixtures", "--to", "taken"])
      const { code, err } = await sandbox.run(argv)
      expect([code, JSON.parse(err.trim().split("\n").at(-1) ?? "").error.code]).toEqual([1, "cannot_write"])
      await sandbox.close()
    },
  )
})

it("a file whose name is not UTF-8 is said to be that", async () => {
  expect(reasonOf(systemError("ENOENT", "caf\u{FFFD}.csv"))).toMatch(/^its name is not UTF-8/)
  expect(reasonOf(systemError("ENOENT", "café.csv"))).toBe("there is no such file or folder")
  const sandbox = homeWithService()
  const { code, err } = await sandbox.run(["contacts", "import", "caf\u{FFFD}.csv"])
  expect([code, err]).toEqual([2, expect.stringContaining("its name is not UTF-8")])
  await sandbox.close()
})

it.each([
  [["webhooks", "health"]],
  [["contacts", "export"]],
  [["contacts", "list"]],
  [["conformance"]],
  [["templates", "pull"]],
])("an address without a credential points to mas login: mas %j", async (argv) => {
  const home = new Home({ MAS_BASE_URL: "http://127.0.0.1:9" })
  const { code, err } = await home.run(argv)
  expect([code, err]).toEqual([3, expect.stringMatching(/no credential is set[\s\S]*mas login/)])
  expect(err).not.toMatch(/apiKey|give it or token/)
  home.remove()
})
