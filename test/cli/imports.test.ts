import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { homeWithService } from "./own/run.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService()
})
afterEach(() => sandbox.close())

const run = (line: string) => sandbox.run(line.split(" "))

describe("mas imports create without --resource", () => {
  const file = { stdin: "email\nada@example.test\nnobody\n" }

  it("sends the only possible value, and shows it in a dry run", async () => {
    const dryRun = await sandbox.run(["imports", "create", "--file", "-", "--dry-run"], file)
    expect(dryRun.json.body.resource).toBe("contacts")
    const creation = await sandbox.run(["imports", "create", "--file", "-"], file)
    expect([creation.code, creation.json.resource]).toEqual([0, "contacts"])
    const other = await sandbox.run(["imports", "create", "--file", "-", "--resource", "deals"], file)
    expect(other.code).toBe(6)
  })

  it("names the parts of a refused row on a terminal, and in --columns", async () => {
    await sandbox.run(["imports", "create", "--file", "-"], file)
    await sandbox.service.world.advance("1h")
    expect((await run("imports get 1")).json.import_errors).toEqual([[3, expect.any(String), "nobody"]])
    const record = await sandbox.run(["imports", "get", "1"], { terminal: true })
    expect(record.out).toMatch(/import_errors\S*\n\s+\S*line +problem +row/)
    expect((await run("imports get 1 --columns import_errors.line,import_errors.row")).json).toEqual({
      ...{ "import_errors.line": [3], "import_errors.row": ["nobody"] },
    })
  })
})
