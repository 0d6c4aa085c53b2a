const secret = "whsec_bWFzLXNkay1tYXRyaXgtc2VjcmV0"
const body = JSON.stringify({
  type: "email.delivered",
  timestamp: "2026-03-01T12:00:00.000Z",
  data: { message_id: 1, to: "ann@example.test", subject: "Hi", tags: {} },
})

/**
 * The same program for every runtime, bundled or not: uses the package like a user, against a service. Returns the results
 * as plain data. It uses no API beyond the language, so it runs wherever the package does.
 */
export async function journey(sdk, { baseUrl, apiKey }) {
  const mas = new sdk.Mas({ baseUrl, apiKey })
  const account = await mas.account.get()

  const page = await mas.contacts.list({ limit: 2 })
  const emails = []
  for await (const contact of mas.contacts.list({ limit: 2 })) emails.push(contact.email)

  const message = { channel: "email", to: "ann@example.test", subject: "Hi", body: "Hi" }
  const sent = await mas.messages.send(message, { idempotencyKey: "order-1" })
  const again = await mas.messages.send(message, { idempotencyKey: "order-1" })

  const refusal = await mas.contacts.create({ email: "not an address" }).catch((error) => error)

  const file = { content: "email,first_name\nzoe@example.test,Zoë\n", filename: "contacts.csv" }
  const upload = await mas.imports.create({ file, resource: "contacts" })
  const download = await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })

  const headers = await sdk.signWebhookAsync({ id: "evt_1", body, secret })
  const event = await sdk.verifyWebhookAsync(body, headers, secret)
  const forged = await sdk.verifyWebhookAsync(`${body} `, headers, secret).catch((error) => error)

  const result = {
    account: account.name,
    page: [page.items.length, page.totalCount],
    emails,
    sentOnce: sent.id === again.id,
    refused: [refusal instanceof sdk.UnprocessableEntityError, refusal.name, refusal.status, refusal.validationErrors],
    upload: upload.id,
    download: [download.filename, await download.text()],
    event: [event.id, event.type],
    forged: [forged instanceof sdk.WebhookVerificationError, forged.reason],
  }
  await mas.close()
  return result
}
