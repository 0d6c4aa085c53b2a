import type { MockService } from "../../../mock-server/index.ts"
import { Page } from "../../support/page.ts"
import { type Story, send } from "./story.ts"

const shell: Story = async (page, service) => {
  await page.open("")
  await page.press("Skip to the view")
  await page.type("Theme", "dark")
  await page.step("look at the theme", () => page.told.push(String(page.window.document.documentElement.dataset.theme)))
  await page.open("nowhere/1")
  await page.open("messages")
  await send(service)
  await page.settle()
  await page.press("Webhooks")
  await page.step("back", () => page.window.history.back())
}

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

/** A page of another world, until that world ends. */
async function otherWorld(told: Page, service: MockService): Promise<void> {
  const { id } = service.world.createWorld()
  const page = new Page(service, `${service.url}/@${id}`)
  try {
    await page.open("requests")
    await page.open("world/worlds")
    await page.press("Add a world")
    await page.open("messages")
    await page.press("Send a message")
    await page.press("Send")
    await page.step("it ends", () => service.fetch(`/_mock/worlds/${id}`, { method: "DELETE" }))
    await page.pass(1_000)
    await page.pass(5_000)
    told.told.push(...page.told)
  } finally {
    page.close()
  }
}

export const shellStories = { shell, connection, otherWorld }
