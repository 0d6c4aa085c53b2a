import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { homeWithService } from "../own/run.ts"

let sandbox: ReturnType<typeof homeWithService>
beforeEach(() => {
  sandbox = homeWithService()
})
afterEach(() => sandbox.close())

const run = (line: string) => sandbox.run(line.split(" "))

describe("mas lists update-contacts", () => {
  const changed = async (action: string, emails: string) => {
    const { code, err } = await run(`lists update-contacts 1 --action ${action} --emails ${emails}`)
    return [code, err]
  }

  it("ends with 9 when some addresses were refused, and 6 when all were", async () => {
    await run("contacts create --email ada@example.test")
    const refusal = '1 refused. no e-mail address: "nobody"\n'
    expect(await changed("add", "ada@example.test,nobody")).toEqual([9, refusal])
    expect(await changed("add", "ada@example.test")).toEqual([0, ""])
    expect(await changed("add", "nobody")).toEqual([6, refusal])
    expect(await changed("add", "bo@example.test")).toEqual([
      6,
      '1 refused. no contact of the brand: "bo@example.test"\n',
    ])
    expect(await changed("remove", "ada@example.test,bo@example.test")).toEqual([0, ""])
    expect(await changed("remove", "bo@example.test,nobody")).toEqual([9, refusal])
  })
})
