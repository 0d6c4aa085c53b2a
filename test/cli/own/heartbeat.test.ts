import { setImmediate as turn } from "node:timers/promises"
import { expect, it } from "vitest"
import type { Context } from "../../../cli/context.ts"
import { watch } from "../../../cli/webhooks/heartbeat.ts"

it("looks no longer after the service once listening has ended, however long the pause is that it is in", async () => {
  const ended = new AbortController()
  const watched = { context: {} as Context, baseUrl: "http://127.0.0.1:9", isMock: false, endpoint: undefined }
  let isOver = false
  watch({ ...watched, onAdded() {} }, ended.signal).then(() => {
    isOver = true
  })
  await turn()
  ended.abort()
  await turn()
  expect(isOver).toBe(true)
})
