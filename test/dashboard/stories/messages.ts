import { post } from "../../support/post.ts"
import { addEndpoints, type Story, send } from "./story.ts"

const sms = { channel: "sms", to: "+12025550123", subject: undefined, html: undefined, body: "Hi" }
const links = (count: number) =>
  Array.from({ length: count }, (_, at) => `<a href="https://shop.test/${at + 1}">${at}</a>`).join("")

const outcomes: Story = async (page, service) => {
  const fates = ["opened", "clicked", "bounced", "soft-bounced", "complained", "failed"]
  for (const fate of fates) await send(service, { to: `${fate}@simulator.test` })
  await send(service, { to: "delayed@simulator.test" })
  await send(service, sms)
  await page.open("messages")
  for (let id = 1; id <= 8; id++) await page.open(`messages/${id}`)
  await page.open("messages?is=sent+%C2%B7+hard+bounce")
  await page.type("Any status", "clicked")
  await page.type("Any status", "")
  await page.type("Search recipient, subject, tag, id", "SIMULATOR receipt 3")
  await page.type("Search recipient, subject, tag, id", "sms")
  await page.type("Search recipient, subject, tag, id", "email opened")
  await page.type("Search recipient, subject, tag, id", "nothing like it")
  await page.open("messages?q=bounced&is=sent+%C2%B7+hard+bounce")
  await page.open("messages/1?q=opened&is=opened")
  await page.press("Close")
}

const recipient: Story = async (page, service) => {
  await addEndpoints(service, { "200 fine": ["email.sent", "email.opened"], "500": ["email.clicked"] })
  await send(service, { html: `<p>${links(2)}`, tags: { order: "1" } })
  await service.world.advance(0)
  await page.open("messages/1")
  for (const name of ["Deliver", "Open", "Open by a scanner", "Click by a scanner", "Click", "Soft bounce"]) {
    await page.press(name)
  }
  await service.world.advance("3m")
  await page.settle()
  await page.press("Click https://shop.test/2")
  await page.press("Unsubscribe")
  await page.press("Reply")
  await page.press("Reply")
  await page.press("Reply")
  await page.type("Reply from ada@example.test to inbox@acme.test", "Where is it?")
  await page.tick("Automatic reply, such as out of office")
  await page.press("Send reply")
  await page.press("Mark as spam")
  await page.press("Bounce")
  await send(service)
  await send(service)
  await send(service, sms)
  await page.open("messages/2")
  await page.press("Fail")
  await page.open("messages/3")
  await page.press("Bounce")
  await page.open("messages/4")
  await page.press("Deliver")
}

const manyRows: Story = async (page, service) => {
  for (let count = 0; count < 30; count++) await send(service, { subject: `Mail ${count + 1}` })
  await page.open("messages")
  const first = page.window.document.querySelector<HTMLElement>(".list a")
  await page.step("focus the first", () => first?.focus())
  for (const key of ["ArrowDown", "PageDown", "PageUp", "ArrowUp", "ArrowUp", "End", "ArrowDown", "Home", "x"]) {
    await page.key(key)
  }
  await page.scroll(1_000)
  await page.key("ArrowDown")
  await page.focus()
  await page.scroll(900)
  await page.step("one comes", () => send(service, { subject: "A newer one" }))
  await page.press("↑ 1 newer")
  await page.open("messages/20")
  await page.step("another comes", () => post(service, "/v1/my/messages", { ...sms, subject: undefined }))
  await page.press("Close")
  await page.step("all are gone", () => service.world.reset())
}

export const messagesStories = { outcomes, recipient, manyRows }
