import { type Story, send } from "./story.ts"

const connection: Story = async (page, service) => {
  await page.open("messages")
  await page.hide(true)
  await page.step("one is sent", () => send(service))
  await page.hide(false)
  await page.step("another is sent", () => send(service))
  await page.cut(true)
  await page.pass(1_000)
  await page.press("Send a message")
  await page.press("Send")
  await page.step("a third is sent", () => send(service))
  await page.hide(true)
  await page.pass(1_000)
  await page.cut(false)
  await page.hide(false)
  await page.pass(1_000)
  await page.open("time", { anew: true })
  await page.hide(true)
  await page.pass(61_000)
}

export const shellStories = { connection }
