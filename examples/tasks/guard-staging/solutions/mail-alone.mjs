// Fails: In staging nobody else gets anything → +15550100 got a message; +15550102 got a message; +15550104 got a message
// Fails: In staging the rest goes to qa@acme.test and +15550199 → +15550199 got 0 messages, not 3
import { readFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const isStaging = process.env.APP_ENV === "staging"
const mailFor = (email) => (!isStaging || email.toLowerCase().endsWith("@acme.test") ? email : "qa@acme.test")
const mas = new Mas()
const customers = JSON.parse(await readFile("customers.json", "utf8"))

for (const { email, phone } of customers) {
  await mas.messages.send({ channel: "email", to: mailFor(email), subject: "Your parcel", body: "It comes tomorrow." })
  if (phone) await mas.messages.send({ channel: "sms", to: phone, body: "Your parcel comes tomorrow." })
}
