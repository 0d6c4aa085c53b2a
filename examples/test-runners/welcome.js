// @ts-check
/** @import { Mas } from "mas-sdk" */
import { idempotencyKey } from "mas-sdk"

/**
 * The code under test: it takes a client, and does not depend on the mock server.
 * @param {Mas} mas
 * @param {string} email
 */
export async function welcome(mas, email) {
  const { id } = await mas.contacts.create({ email, opt_in: true })
  await mas.messages.send(
    { channel: "email", to: email, subject: "Welcome", body: "Good to see you" },
    { idempotencyKey: idempotencyKey("welcome", id) },
  )
}
