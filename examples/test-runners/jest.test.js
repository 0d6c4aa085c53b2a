// Jest: its hooks are global, so a world before each test needs no arguments.
import { Mas } from "mas-sdk"
import { useMockWorld } from "mas-sdk/mock-server"
import { welcome } from "./welcome.js"

const mock = useMockWorld()

test("welcomes a customer", async () => {
  await welcome(new Mas(mock.clientOptions), "ana@example.test")
  const mail = await mock.world.expect.message({ to: "ana@example.test", subject: "Welcome" })
  expect(mail.text).toBe("Good to see you")
})

test("begins with a fresh world", async () => {
  await mock.world.expect.nothingSent({ to: "ana@example.test" })
})
