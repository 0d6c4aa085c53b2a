import { idempotencyKey } from "mas-sdk"

/**
 * Takes in somebody who signs up.
 * @param {import("mas-sdk").Mas} mas
 * @param {{ email: string, firstName: string }} person
 */
export async function signUp(mas, { email, firstName }) {
  await mas.contacts.create({ email, first_name: firstName, opt_in: true })
  const link = `https://shop.test/confirm?email=${encodeURIComponent(email)}`
  const subject = `Welcome, ${firstName}`
  const html = `<p>Hello ${firstName},</p><p><a href="${link}">Confirm your address</a></p>`
  const options = { idempotencyKey: idempotencyKey("welcome", email) }
  await mas.messages.send({ channel: "email", to: email, subject, html }, options)
}
