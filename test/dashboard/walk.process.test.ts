import { expect, it } from "vitest"
import { runPasted } from "../support/pasted-test.ts"
import { startReceiver, status } from "../support/receiver.ts"
import { describeWindow } from "../support/window.ts"

describeWindow("the whole job in the window", (frame) => {
  it("leads from an endpoint that fails to one that is mended and to a test of it, by the keyboard alone", async () => {
    const answers = [status(500)]
    const receiver = await startReceiver((...request) => (answers.shift() ?? status(200))(...request))
    const { keyboard } = frame.page
    /** Goes on by Tab to what has this name. */
    const tabTo = async (name: string, isWhole = false) => {
      for (let at = 0; at < 60; at++) {
        await keyboard.press("Tab")
        const names = await frame.page.evaluate(() => {
          const { activeElement } = document
          const label = activeElement?.getAttribute("aria-label")
          return [activeElement?.textContent, label, activeElement?.closest("label")?.textContent]
        })
        if (names.some((text) => (isWhole ? text === name : text?.includes(name)))) return
      }
      throw new Error(`Tab does not lead to ${name}`)
    }
    try {
      await frame.page.context().grantPermissions(["clipboard-read", "clipboard-write"])
      await frame.page.goto(frame.server.url)
      await frame.page.getByText("Nothing has been sent yet.").waitFor()
      await tabTo("Webhooks", true)
      await keyboard.press("Enter")
      await frame.page.getByText("No webhook has gone out yet.").waitFor()
      await tabTo("Add an endpoint")
      await keyboard.press("Enter")
      await tabTo("Address that receives")
      await keyboard.press("Control+A")
      await keyboard.type(receiver.url)
      await keyboard.press("Enter")
      await frame.page.getByText("healthy").waitFor()
      await frame.page.locator("main").focus()
      await tabTo("Only endpoint")
      await keyboard.press("Enter")
      await tabTo("Send a sample")
      await keyboard.press("Enter")
      await frame.page.getByRole("list", { name: "Deliveries" }).getByRole("link").first().waitFor()
      await tabTo("email.sent")
      await keyboard.press("Enter")
      await frame.page.getByText("The receiver failed with 500.").waitFor()
      await tabTo("Resend now")
      await keyboard.press("Enter")
      await frame.page.getByText("The receiver answered 200: any 2xx says that it has it.").waitFor()
      expect(new URL(frame.page.url()).hash).toBe("#/webhooks/2?endpoint=1")
      await frame.page.getByText("healthy").waitFor()

      await tabTo("copy it as a test")
      await keyboard.press("Enter")
      await frame.page.getByText("Again, as").waitFor()
      await tabTo("Copy the test")
      await keyboard.press("Enter")
      await frame.page.getByRole("button", { name: "the test: copied" }).waitFor()
      await runPasted(await frame.page.evaluate(() => navigator.clipboard.readText()))
    } finally {
      await receiver.close()
    }
  })
})
