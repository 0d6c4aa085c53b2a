import { expect, it } from "vitest"
import { tableOf } from "../support/dashboard-data.ts"
import { describeView } from "../support/module-page.ts"
import { post } from "../support/post.ts"

describeView("the state of the world", (view) => {
  const contacts = async () => (await tableOf(view.service.world, "contacts")).total
  const field = () => view.page.all("textarea").map((area) => String(Reflect.get(area, "value")))[0] ?? ""
  const fill = () => view.service.world.contacts.fill({ count: 5 })
  const status = () => view.page.text(".said")
  const problem = () => view.page.texts(".problem .grow")
  const saved = async (name: string) => (await view.page.saved.get(name)) ?? ""

  it("is saved by name, rewound to and deleted", async () => {
    await view.page.open("data/state")
    expect(view.page.part("Checkpoints").textContent).toMatch(/No checkpoints yet. In a test:.*mock checkpoints --save/)
    await view.page.press("Save a checkpoint")
    expect(view.page.wrongFields()).toEqual({})
    await view.page.type("Name", "..")
    await view.page.press("Save a checkpoint")
    expect([Object.values(view.page.wrongFields()), problem()]).toEqual([
      ["Cannot be . or ..: no path leads there"],
      [],
    ])
    await view.page.type("Name", "before")
    await view.page.press("Save a checkpoint")
    expect([status(), view.page.texts("[aria-label=Checkpoints] li"), view.page.wrongFields()]).toEqual([
      "Saved before.",
      ["before03-01 12:00:00 UTC · just nowRewindDelete"],
      {},
    ])
    await fill()
    await view.page.press("Rewind to before")
    expect([status(), await contacts()]).toEqual(["The state is back at before.", 3])
    await view.page.step("one is saved elsewhere", () => view.service.world.checkpoints.save("elsewhere"))
    expect(view.page.texts("[aria-label=Checkpoints] b")).toContain("elsewhere")
    await view.page.press("Delete before")
    expect([status(), view.page.texts("[aria-label=Checkpoints] b")]).toEqual(["Deleted before.", ["elsewhere"]])
  })

  it("is downloaded as a snapshot, and restored from the file", async () => {
    await view.page.open("data/state")
    expect(view.page.part("Snapshots").querySelector("pre")?.textContent).toMatch(
      /mock snapshot --to .*\n.*mock restore /,
    )
    await view.page.press("Download a snapshot")
    expect(status()).toBe("Snapshot downloaded.")
    await fill()
    await view.page.choose("Restore from a file", "snapshot.json", await saved("snapshot.json"))
    expect([status(), await contacts()]).toEqual(["The state is restored from the file.", 3])
    await view.page.choose("Restore from a file", "none.json", "{")
    expect(problem()).toEqual([expect.stringMatching(/^none\.json is not JSON: /)])
    await view.page.choose("Restore from a file", "none.json", "{}")
    expect(problem()).toEqual([expect.not.stringContaining("is not JSON")])
  })

  it("is replaced by fixtures, typed or from a file", async () => {
    await view.page.open("data/state")
    expect(Object.keys(JSON.parse(field()))).toContain("accounts")
    await view.page.type("Fixtures, as JSON", '{"accounts": {"main": {"plan": "starter"}}}')
    await view.page.press("Replace everything with these")
    expect([status(), view.service.world.capacity()[0]?.plan]).toEqual([
      "The world started again from these fixtures.",
      "starter",
    ])
    expect(field()).toContain('"plan": "starter"')
    await view.page.type("Fixtures, as JSON", "{")
    await view.page.press("Replace everything with these")
    expect(problem()).toHaveLength(1)
    await view.page.type("Fixtures, as JSON", '{"accounts": {"main": {"plan": "gold"}}}')
    await view.page.press("Replace everything with these")
    expect(problem()).toEqual([expect.stringContaining("accounts.main.plan")])
    await view.page.press("Discard changes")
    expect([field(), view.page.offers(view.page.part("Fixtures"))]).toEqual([
      expect.stringContaining('"plan": "starter"'),
      ["Replace everything with these", "Download", "✕"],
    ])
    await view.page.press("Download")
    expect([status(), JSON.parse(await saved("fixtures.json")).accounts.main.plan]).toEqual([
      "Fixtures downloaded.",
      "starter",
    ])
    await view.page.choose("Replace everything with a file", "world.json", '{"accounts":{"main":{"plan":"growth"}}}')
    expect([status(), view.service.world.capacity()[0]?.plan]).toEqual([
      "The world started again from these fixtures.",
      "growth",
    ])
  })

  it("that has changed since it was edited is replaced only if that is confirmed", async () => {
    await view.page.open("data/state")
    await view.page.type("Fixtures, as JSON", field().replace('"plan": ', '"plan":  '))
    expect(view.page.texts("p.bad")).toEqual([])
    await view.page.step("it changes", () => post(view.service, "/v1/my/contacts", { email: "late@example.test" }))
    expect(view.page.texts("p.bad")).toEqual([
      "The state has changed since you started editing. Replacing it loses those changes.",
    ])
    view.page.answers.push(false)
    await view.page.press("Replace everything with these")
    expect([status(), await contacts(), view.page.told.filter((line) => line.startsWith("?"))]).toEqual([
      "",
      4,
      [expect.stringMatching(/Replace it anyway\? no$/)],
    ])
    await view.page.press("Replace everything with these")
    expect([status(), await contacts()]).toEqual(["The world started again from these fixtures.", 3])
  })

  it("is reset if that is confirmed", async () => {
    await fill()
    await view.page.open("data/state")
    view.page.answers.push(false)
    await view.page.press("Reset this world")
    expect([status(), await contacts()]).toEqual(["", 8])
    await view.page.press("Reset this world")
    expect([status(), await contacts()]).toEqual(["The world is reset.", 3])
  })
})
