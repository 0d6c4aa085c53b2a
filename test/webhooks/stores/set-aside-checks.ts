import { expect } from "vitest"
import type { SetAsideStore } from "../../../sdk/stores/index.ts"
import type { WebhookEvent } from "../../../sdk/webhooks/index.ts"

const eventOf = (id: string) =>
  ({
    id,
    type: "email.received",
    timestamp: "2026-03-01T12:00:00.000Z",
    data: { text: "a NUL \0, a quote ' and half a pair \ud83d", tags: {} },
  }) as unknown as WebhookEvent

/** What every store of set-aside events must do. It must be empty. */
export async function holdsSetAside(store: SetAsideStore): Promise<void> {
  const fail = (id: string, error = "it broke \0", after = 3) => store.fail(eventOf(id), { error, after })
  // Failures are counted for each event up to the limit.
  expect([await fail("evt_1"), await fail("evt_2"), await fail("evt_1")]).toEqual([1, 1, 2])
  expect(await store.list()).toEqual([])
  expect([await store.drop("evt_1"), await store.retry("evt_1", () => {})]).toEqual([false, false])
  expect([await fail("evt_1"), await fail("evt_2"), await fail("evt_2", "last")]).toEqual([3, 2, 3])
  const [first, second] = await store.list()
  expect(first).toMatchObject({ id: "evt_1", failures: 3, error: "it broke \\0" })
  expect(first?.event).toEqual(eventOf("evt_1"))
  expect(second).toMatchObject({ id: "evt_2", error: "last" })
  for (const moment of [first?.firstFailure, first?.lastFailure]) {
    expect(Math.abs(Date.parse(moment ?? "") - Date.now())).toBeLessThan(600_000)
  }
  // A failed retry keeps the event, which is locked during the retry.
  const broken = store.retry("evt_1", async () => {
    expect(await store.retry("evt_1", () => {})).toBe(false)
    throw new Error("still broken")
  })
  await expect(broken).rejects.toThrow("still broken")
  expect(await store.list()).toMatchObject([{ id: "evt_1", failures: 4, error: "still broken" }, { id: "evt_2" }])
  const handled: WebhookEvent[] = []
  expect(await store.retry("evt_1", (event) => handled.push(event))).toBe(true)
  expect([handled, (await store.list()).map(({ id }) => id)]).toEqual([[eventOf("evt_1")], ["evt_2"]])
  // An event is free again after its lease if its retry hangs or its process died.
  const free = await new Promise<boolean>((resolve) => {
    store.retry(
      "evt_2",
      async () => {
        const again = store.retry("evt_2", () => Promise.reject(new Error("again")))
        resolve(await again.catch(() => true))
      },
      { lease: 0 },
    )
  })
  expect(free).toBe(true)
  await expect.poll(() => store.list()).toEqual([])
  expect([await fail("evt_3"), await fail("evt_3"), await fail("evt_3")]).toEqual([1, 2, 3])
  expect([await store.drop("evt_3"), await store.drop("evt_3"), await store.list()]).toEqual([true, false, []])
  // A retry that fails after its lease does not free what another caller holds by then.
  for (let n = 0; n < 3; n++) await fail("evt_4")
  const isFreed = await new Promise<boolean>((resolve, reject) => {
    const late = store.retry(
      "evt_4",
      async () => {
        await new Promise<void>((resolveTaken) => {
          const current = store.retry("evt_4", async () => {
            resolveTaken()
            await late.catch(() => {})
            resolve(await store.retry("evt_4", () => {}))
          })
          current.then((isTaken) => isTaken || reject(new Error("evt_4 is not free after its lease")), reject)
        })
        throw new Error("late")
      },
      { lease: 0 },
    )
  })
  expect(isFreed).toBe(false)
  await expect.poll(() => store.list()).toEqual([])
}
