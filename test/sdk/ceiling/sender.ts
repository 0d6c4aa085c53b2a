// Sends messages until it is told that there is no room, many at a time. The addresses of service and store come from the
// environment; its work is a list of recipients.
import { Mas, RequestError, SendCeilingError } from "../../../sdk/index.ts"

const { NAME = "", RECIPIENTS = "" } = process.env
// MAS_MAX_SENDS and MAS_CEILING_STORE hold the ceiling.
const mas = new Mas({ maxRetries: 5 })
const message = { channel: "email", from: "hello@acme.test", html: "<p>Hi" } as const
const recipients = RECIPIENTS.split(",")
let count = 0
let refusals = 0

async function work(): Promise<void> {
  while (refusals < 20) {
    const to = recipients[count % recipients.length] ?? ""
    const key = `${NAME}-${count++}`
    try {
      await mas.messages.send({ ...message, to, subject: NAME }, { idempotencyKey: key })
    } catch (error) {
      if (error instanceof SendCeilingError) refusals++
      // The store refuses for now; any other error is a bug.
      else if (!(error instanceof RequestError) || error.disposition === "final") throw error
    }
  }
}

await Promise.all(Array.from({ length: 10 }, work))
console.log("Full")
