// Fails: In production everybody gets theirs → +15550100 got nothing; ana@example.test got nothing; +15550102 got nothing, and 4 more likewise
import { readFile } from "node:fs/promises"
import { Mas } from "mas-sdk"

const redirectTo = { email: "qa@acme.test", sms: "+15550199" }
const staging = { recipients: { allow: ["*@acme.test"], redirectTo } }
const mas = new Mas(staging)
const customers = JSON.parse(await readFile("customers.json", "utf8"))

for (const { email, phone } of customers) {
  await mas.messages.send({ channel: "email", to: email, subject: "Your parcel", body: "It comes tomorrow." })
  if (phone) await mas.messages.send({ channel: "sms", to: phone, body: "Your parcel comes tomorrow." })
}
