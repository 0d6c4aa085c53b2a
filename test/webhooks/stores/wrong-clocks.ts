import { expect, vi } from "vitest"
import type { WebhookStoreSubject } from "../../../mock-server/index.ts"
import type { SetAsideStore } from "../../../sdk/stores/index.ts"

const hour = 3_600_000
const year = 365 * 24 * hour
const lease = 60_000
const event = { id: "evt_1", type: "email.received", timestamp: "2026-03-01T12:00:00.000Z", data: {} } as never

/** A lease of a store whose clock was ahead, and is corrected, keeps nobody waiting; a clock that is set back a little ends none. */
export async function freesImpossibleLeases<Tx>({ store, pass }: WebhookStoreSubject<Tx>): Promise<void> {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue()
  for (const ahead of [hour, year]) {
    const [id, later] = [`evt_${ahead}`, `later_${ahead}`]
    const first = await store.claim(id, { lease })
    await store.claim(later, { lease })
    await pass(-ahead)
    const second = await store.claim(id, { lease })
    expect([first.state, second.state]).toEqual(["mine", "mine"])
    // The former owner has lost it, and no other has it as well.
    expect((await store.claim(id, { lease })).state).toBe("busy")
    expect(await store.complete(id, Object(first).owner)).toBe(false)
    expect(await store.complete(id, Object(second).owner)).toBe(true)
    // What is done stays done, whatever the clock does.
    await pass(-ahead)
    expect((await store.claim(id, { lease })).state).toBe("done")
    if ("transact" in store && typeof store.transact === "function") {
      let runs = 0
      expect(await store.transact(later, () => void runs++, { lease })).toBe("mine")
      expect(runs).toBe(1)
      expect(await store.transact(later, () => void runs++, { lease })).toBe("done")
      expect(runs).toBe(1)
    }
  }
  // Said once by each store, whatever the number of leases.
  expect(clockWarnings(warn)).toEqual([expect.stringMatching(/Store had leases further ahead than can be/)])
  warn.mockRestore()
  await store.claim("little", { lease })
  await pass(10_000)
  await pass(-10_000)
  expect((await store.claim("little", { lease })).state).toBe("busy")
  await pass(lease + 1)
  expect((await store.claim("little", { lease: 2 * lease })).state).toBe("mine")
  // By the length that was asked for, not by that of who comes next.
  expect((await store.claim("little", { lease: 1_000 })).state).toBe("busy")
}

const clockWarnings = ({ mock }: { readonly mock: { readonly calls: readonly (readonly unknown[])[] } }) =>
  mock.calls.map(([text]) => String(text)).filter((text) => text.includes("clock was set back"))

/** The same for a retry of an event that is set aside; `setBack` makes the clock that many milliseconds earlier. */
export async function freesImpossibleRetries(store: SetAsideStore, setBack: (ms: number) => unknown): Promise<void> {
  const warn = vi.spyOn(process, "emitWarning").mockReturnValue()
  await store.fail(event, { error: "it broke", after: 1 })
  let runs = 0
  const again = () => store.retry("evt_1", () => void runs++)
  await store.retry(
    "evt_1",
    async () => {
      expect(await again()).toBe(false)
      await setBack(hour)
      expect(await again()).toBe(true)
    },
    { lease },
  )
  expect(runs).toBe(1)
  expect(clockWarnings(warn)).toEqual([expect.stringMatching(/SetAside had leases further ahead than can be/)])
  warn.mockRestore()
}
