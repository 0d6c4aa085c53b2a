import { afterAll, describe, expect, it } from "vitest"
import { renderSupport } from "../../scripts/generate/support.ts"
import { runtimes, titleOf } from "./cells.ts"
import { tableOf } from "./ran.ts"
import { closeServer, expected, prove } from "./world.ts"

afterAll(closeServer)

describe("a cell", () => {
  it("is not proved by a program with a different result", async () => {
    await expect(prove(async () => ({ ...expected, account: "Another" }))).rejects.toThrow(/to deeply equal/)
  })

  it("is not proved by a program with the right result but no requests", async () => {
    await expect(prove(async () => expected)).rejects.toThrow(/expected \[\] to deeply equal/)
  })
})

describe("the support page", () => {
  const names = runtimes.flatMap((runtime) => runtime.forms.map((form) => `${titleOf(runtime)} · ${form}`))
  const page = renderSupport()

  it("is parsed as it was written", () => {
    expect(tableOf(page, "Runtime")).toEqual(names.toSorted())
  })

  it("is parsed differently with one cell more or less", () => {
    const more = page.replace("|  |", "| yes |")
    const less = page.replace("| yes |", "|  |")
    expect([tableOf(more, "Runtime").length, tableOf(less, "Runtime").length]).toEqual([
      names.length + 1,
      names.length - 1,
    ])
  })
})
