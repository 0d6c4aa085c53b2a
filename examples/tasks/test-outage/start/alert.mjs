import { idempotencyKey } from "mas-sdk"

/**
 * Texts the customer of a machine that has stopped.
 * @param {import("mas-sdk").Mas} mas
 * @param {{ id: number, phone: string, machine: string }} incident
 */
export async function alert(mas, { id, phone, machine }) {
  const message = { channel: "sms", to: phone, body: `${machine} has stopped.` }
  await mas.messages.send(message, { idempotencyKey: idempotencyKey("alert", id), maxRetries: 4 })
}
