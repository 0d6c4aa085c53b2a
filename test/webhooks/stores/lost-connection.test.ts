import { EventEmitter } from "node:events"
import { expect, it } from "vitest"
import { postgresStore } from "../../../sdk/stores/index.ts"

it("a connection that is lost while its transaction waits for the work does not end the process", async () => {
  const client = Object.assign(new EventEmitter(), {
    query: async () => ({ rows: [] }),
    release: () => undefined,
  })
  const store = postgresStore({ connect: async () => client, query: client.query })
  const done = store.completeWith("evt_1", "me", () => client.emit("error", new Error("terminated")))
  expect([await done, client.listenerCount("error")]).toEqual([false, 0])
})
