import { readFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const mas = new Mas()
const customers = JSON.parse(await readFile("customers.json", "utf8"))

for (const { email, phone } of customers) {
  await mas.messages.send({ channel: "email", to: email, subject: "Your parcel", body: "It comes tomorrow." })
  if (phone) await mas.messages.send({ channel: "sms", to: phone, body: "Your parcel comes tomorrow." })
}
