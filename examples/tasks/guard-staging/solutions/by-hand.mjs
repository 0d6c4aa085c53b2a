// Fails: In staging nobody else gets anything → dora@notacme.test got a message
// Fails: In staging our own people get theirs → Cem@ACME.test got 0 messages, not one
import { readFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const isStaging = process.env.APP_ENV === "staging"
const mailFor = (email) => (!isStaging || email.endsWith("acme.test") ? email : "qa@acme.test")
const mas = new Mas()
const customers = JSON.parse(await readFile("customers.json", "utf8"))

for (const { email, phone } of customers) {
  await mas.messages.send({ channel: "email", to: mailFor(email), subject: "Your parcel", body: "It comes tomorrow." })
  if (phone)
    await mas.messages.send({
      channel: "sms",
      to: isStaging ? "+15550199" : phone,
      body: "Your parcel comes tomorrow.",
    })
}
