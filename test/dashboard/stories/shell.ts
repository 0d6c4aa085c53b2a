import { type Story, send } from "./story.ts"

export const shell: Story = async (page, service) => {
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
