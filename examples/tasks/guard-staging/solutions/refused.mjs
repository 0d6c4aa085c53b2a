// Fails: In staging our own people get theirs → Cem@ACME.test got 0 messages, not one
// Fails: In staging the rest goes to qa@acme.test and +15550199 → qa@acme.test got 0 messages, not 4; +15550199 got 0 messages, not 3
// Fails: In staging it ends well → exit code 1
import { readFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const staging = { recipients: { allow: ["*@acme.test"] } }
const mas = new Mas(process.env.APP_ENV === "staging" ? staging : {})
const customers = JSON.parse(await readFile("customers.json", "utf8"))

for (const { email, phone } of customers) {
  await mas.messages.send({ channel: "email", to: email, subject: "Your parcel", body: "It comes tomorrow." })
  if (phone) await mas.messages.send({ channel: "sms", to: phone, body: "Your parcel comes tomorrow." })
}
