import { post } from "../../support/post.ts"
import { addEndpoints, type Story, send } from "./story.ts"

const timers: Story = async (page, service) => {
  await addEndpoints(service, { 500: ["email.sent"] })
  await send(service, { to: "delayed@simulator.test" })
  await send(service)
  await post(service, "/v1/my/account/invites", { email: "ben@example.test", role: "member" })
  await service.world.advance(0)
  await page.open("time")
  await page.type("Kind of event", "Webhook is sent")
  await page.press(await nameOf("Postpone: ", page.window.document))
  await page.type(await nameOf("Postpone by: ", page.window.document), "1d")
  await page.press(await nameOf("Postpone: ", page.window.document))
  await page.press(await nameOf("Run twice", page.window.document))
  await page.press(await nameOf("Run now", page.window.document))
  await page.step("all that is due", () => service.world.advance("4d"))
  await page.step("one more", () =>
    post(service, "/v1/my/account/invites", { email: "eve@example.test", role: "admin" }),
  )
  await page.type("Kind of event", "")
  await page.step("the world begins anew", () => service.world.reset())
}

/** The first label with a prefix. */
async function nameOf(beginning: string, { body }: Document): Promise<string> {
  const labelled = [...body.querySelectorAll("[aria-label]")].map((element) => element.getAttribute("aria-label"))
  const match = labelled.find((label) => label?.startsWith(beginning))
  if (match === undefined || match === null) throw new Error(`Nothing is called ${beginning}`)
  return match
}

export const timeStories = { timers }
