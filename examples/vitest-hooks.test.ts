import { Mas } from "mas-sdk"
import { useMockWorld } from "mas-sdk/mock-server"
import { afterEach, beforeEach, expect, it } from "vitest"

const mock = useMockWorld({ beforeEach, afterEach }) // useMockWorld() where hooks are global, as in Jest and Mocha

it("knows three contacts", async () => {
  const mas = new Mas(mock.clientOptions)
  expect((await mas.contacts.list()).totalCount).toBe(3)
})
