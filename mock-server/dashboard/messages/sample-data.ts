import { callService } from "../app/service.ts"

const link = '<p>Thank you! <a href="https://shop.example.test/orders/1042">Your order</a></p>'

/** Recipient and subject of one message with each outcome. */
const mails = [
  ["ada@example.test", "Your order 1042"],
  ["opened@simulator.test", "Welcome to the shop"],
  ["clicked@simulator.test", "Your order is on its way"],
  ["bounced@simulator.test", "Your receipt"],
  ["complained@simulator.test", "Spring sale"],
  ["delayed@simulator.test", "Your password"],
] as const

/** Fills the world as a program would, so that each view has something to show. A reset removes all of it. */
export async function loadSampleData(): Promise<string> {
  const create = (what: string, body: object) => callService("POST", `/v1/my/${what}`, body)
  // Nobody listens there: its deliveries fail, and are retried. A server without local webhooks refuses it.
  const events = ["email.delivered", "email.bounced"]
  await create("webhooks", { url: "http://127.0.0.1:9/webhooks", events }).catch(() => undefined)
  for (const name of ["Ada", "Ben", "Eve"])
    await create("contacts", { email: `${name.toLowerCase()}@example.test`, first_name: name })
  await create("lists", { name: "Readers" })
  await create("campaigns", { name: "Spring" })
  for (const [to, subject] of mails)
    await create("messages", { channel: "email", to, subject, html: link, tags: { sample: "yes" } })
  await create("messages", { channel: "sms", to: "+4915112345678", body: "Your code is 123456" })
  return "Sample data is loaded. Reset, under Data and State, removes it."
}
