// Fails: They pass with signup.mjs as it is → they fail
// Fails: They fail with one that links to another page → they fail without it, too
// Fails: They fail with one that greets nobody by name → they fail without it, too
// Fails: They fail with one that does not note that the person agreed → they fail without it, too
// Fails: They fail with one that sends no mail → they fail without it, too
import assert from "node:assert/strict"
import { test } from "node:test"
import { Mas } from "mas-sdk"
import { withMockWorld } from "mas-sdk/mock-server"
import { signUp } from "./signup.mjs"

const email = "ana@example.test"

test(
  "takes in whoever signs up",
  withMockWorld(async ({ clientOptions, world }) => {
    const mas = new Mas(clientOptions)
    await signUp(mas, { email, firstName: "Ana" })
    const [contact] = (await mas.contacts.list({ search: email })).items
    assert.equal(contact?.subscribed_email, true)
    assert.equal((await mas.contacts.list()).totalCount, 1)
    const mail = await world.expect.message({
      to: email,
      subject: "Welcome, Ana",
      link: /^https:\/\/shop\.test\/confirm/,
    })
    assert.ok(mail.link.includes(encodeURIComponent(email)))
    assert.equal(world.messages.list({ to: email }).length, 1)
  }),
)
