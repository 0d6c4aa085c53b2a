import { afterAll, describe, expect, it } from "vitest"
import { renderSupport } from "../../scripts/generate/support.ts"
import { runtimes, titleOf } from "./cells.ts"
import { tableOf } from "./ran.ts"
import { closeServer, expected, prove } from "./world.ts"

afterAll(closeServer)

describe("a cell", () => {
  it("is not proved by a program that answers something else", async () => {
    await expect(prove(async () => ({ ...expected, account: "Another" }))).rejects.toThrow(/to deeply equal/)
  })

  it("is not proved by a program that answers right and has asked the service nothing", async () => {
    await expect(prove(async () => expected)).rejects.toThrow(/expected \[\] to deeply equal/)
  })
})

describe("the page of what runs where", () => {
  const names = runtimes.flatMap((runtime) => runtime.forms.map((form) => `${titleOf(runtime)} · ${form}`))
  const page = renderSupport()

  it("is read as it was written", () => {
    expect(tableOf(page, "Runtime")).toEqual(names.toSorted())
  })

  it("is found to differ when it says a cell more, and when it says one less", () => {
    const more = page.replace("|  |", "| yes |")
    const less = page.replace("| yes |", "|  |")
    expect([tableOf(more, "Runtime").length, tableOf(less, "Runtime").length]).toEqual([
      names.length + 1,
      names.length - 1,
    ])
  })
})
