import { expect, it, onTestFinished, vi } from "vitest"
import { describeView } from "../support/module-page.ts"

describeView("the frame of the dashboard", (view) => {
  const alerts = () => view.page.texts(".notices .problem")
  const listens = () => view.page.told.filter((line) => line.startsWith("> LISTEN")).length

  it("has an address for each view, and shows the first for any other", async () => {
    await view.page.open("nowhere")
    expect(view.page.texts("nav[aria-label=Views] a")).toEqual(["Messages", "Webhooks", "Requests", "Time", "Data"])
    const openViews: unknown[] = []
    for (const name of ["Webhooks", "Requests", "Time", "Data", "Messages"]) {
      await view.page.press(name)
      openViews.push([view.page.address, ...view.page.texts("nav[aria-label=Views] [aria-current=page]")])
    }
    expect(openViews).toEqual([
      ["#/webhooks", "Webhooks"],
      ["#/requests", "Requests"],
      ["#/time", "Time"],
      ["#/data", "Data"],
      ["#/messages", "Messages"],
    ])
    await view.page.press("Skip to the view")
    expect(view.page.window.document.activeElement?.id).toBe("main")
  })

  it("says that an action succeeded for five seconds, and closes an error on request", async () => {
    await view.send()
    await view.page.open("messages/1")
    await view.page.press("Open")
    expect(view.page.text(".said")).toBe("Opened by the recipient.")
    await view.page.pass(4_000)
    expect(view.page.text(".said")).toBe("Opened by the recipient.")
    await view.page.pass(1_000)
    expect(view.page.text(".said")).toBe("")
    await view.page.press("Click")
    await view.page.open("requests")
    expect(view.page.text(".said")).toBe("")
  })

  it("shows an error of a menu's action at the top, since the menu closes", async () => {
    await view.send()
    await view.page.open("messages/1")
    view.page.isCut = true
    await view.page.expand(".menu")
    await view.page.press("Soft bounce")
    expect([alerts(), view.page.all(".menu[open]")]).toEqual([["Failed to fetch✕"], []])
    await view.page.press("Close the error")
    expect(alerts()).toEqual([])
    await view.page.press("Bounce")
    expect([alerts(), view.page.texts("article .problem .grow")]).toEqual([[], ["Failed to fetch"]])
  })

  it("closes an open item and a menu on Escape", async () => {
    await view.send()
    await view.page.open("messages/1")
    await view.page.expand(".menu")
    view.page.all(".menu summary")[0]?.focus()
    await view.page.key("Escape")
    expect([view.page.all(".menu[open]"), view.page.address]).toEqual([[], "#/messages/1"])
    await view.page.key("Escape")
    expect(view.page.address).toBe("#/messages")
  })

  it("keeps the theme that was chosen", async () => {
    await view.page.open("messages")
    const { document, localStorage } = view.page.window
    for (const theme of ["dark", "auto"]) {
      await view.page.type("Theme", theme)
      expect([document.documentElement.dataset.theme, localStorage.getItem("mas-theme")]).toEqual([theme, theme])
    }
  })

  it("says that the server does not respond, and loads its rows again once it does", async () => {
    await view.page.open("messages")
    await view.page.cut(true)
    expect(alerts()).toEqual(["The mock server does not respond. This page reconnects as soon as it does."])
    await view.send()
    await view.page.cut(false)
    expect(view.page.lines()).toEqual([])
    await view.page.pass(1_000)
    expect([alerts(), view.page.lines().length]).toEqual([[], 1])
  })

  it("connects again when only its connection has ended, and reads no row twice", async () => {
    await view.page.open("messages")
    view.page.told.length = 0
    await view.page.drop()
    await view.page.pass(1_000)
    expect([alerts(), listens(), view.page.told.filter((line) => line.includes("rows/"))]).toEqual([[], 1, []])
    await view.send()
    await view.page.settle()
    expect(view.page.lines()).toHaveLength(1)
  })

  it("says that the server does not respond while only a proxy does", async () => {
    view.page.proxyStatus = 503
    await view.page.drop()
    expect(alerts()).toEqual([expect.stringContaining("does not respond")])
    view.page.proxyStatus = undefined
    await view.page.pass(1_000)
    expect(alerts()).toEqual([])
  })

  it("follows the server only while somebody looks", async () => {
    await view.page.open("messages")
    const before = listens()
    await view.page.hide(true)
    await view.send()
    await view.page.settle()
    expect([view.page.lines(), listens() - before]).toEqual([[], 0])
    await view.page.hide(false)
    expect([view.page.lines().length, listens() - before]).toEqual([1, 1])
    expect(view.page.told.at(-1)).not.toContain("rows/message?limit=100")
  })

  it("copies a selection where there is no clipboard, and says if the browser refuses that, too", async () => {
    await view.send()
    await view.page.open("messages/1?as=source")
    const { navigator, document } = view.page.window
    const { clipboard } = navigator
    Object.defineProperty(navigator, "clipboard", { value: undefined, configurable: true })
    const copies = vi.spyOn(document, "execCommand").mockImplementationOnce(() => Boolean(document.activeElement))
    onTestFinished(() => {
      Object.defineProperty(navigator, "clipboard", { value: clipboard, configurable: true })
      copies.mockRestore()
    })
    await view.page.press("Copy the HTML")
    expect([copies.mock.calls, alerts(), view.page.texts(".code .copy")]).toEqual([[["copy"]], [], ["Copied"]])
    await view.page.pass(2_000)
    copies.mockReturnValueOnce(false)
    await view.page.press("Copy the HTML")
    expect([alerts(), view.page.texts(".code .copy")]).toEqual([
      ["The browser refused to copy: select the text and copy it by hand✕"],
      ["Copy"],
    ])
  })

  it("says that its world has ended, links to the main one, and does not come back to it", async () => {
    const { id, worlds } = view.service.world.worlds.create()
    view.page.window.history.replaceState(null, "", `/@${id}/_mock/#/time`)
    await view.page.hide(true)
    await view.page.hide(false)
    expect(alerts()).toEqual([])
    await view.page.step("it ends", () => worlds.remove(id))
    expect([alerts(), view.page.all(".notices a").map((link) => link.getAttribute("href"))]).toEqual([
      ["This world has ended. Go to the main world"],
      [`${view.service.url}/_mock/`],
    ])
    const before = listens()
    await view.page.pass(5_000)
    expect(listens()).toBe(before)
  })
})
