import type { WebhookStore } from "../../../sdk/webhooks/store.ts"
import { find, hold, lease, type StoreTest, take } from "./subject.ts"

type Check = <Tx>(test: StoreTest<Tx>) => Promise<void>

const hour = 3_600_000
/** Milliseconds until the last retry. Ids are kept for 35 hours, which leaves 24 minutes for delays. Spec: Retries. */
const lastRetry = 34 * hour + 36 * 60_000

/** Claims one event concurrently, from both stores. */
async function claimAtOnce(
  { store, other = store }: { store: WebhookStore; other?: WebhookStore | undefined },
  id: string,
  count: number,
) {
  const sides = [store, other]
  const claims = await Promise.all(Array.from({ length: count }, (_, n) => sides[n % 2]?.claim(id, { lease })))
  const owners = claims.flatMap((claim) => (claim?.state === "mine" ? [claim.owner] : []))
  return { owners, busy: claims.filter((claim) => claim?.state === "busy").length }
}

/** The rules of every store; the key states the rule. */
export const checks: Readonly<Record<string, Check>> = {
  "an event has one owner, is busy while it is handled, and done afterwards": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const id = newId()
    const owner = await take(store, id, "a new event")
    await find(store, id, "busy", "an event that is being handled")
    await find(other, id, "busy", "an event that another process handles")
    hold((await store.complete(id, owner)) === true, "complete should return true to its owner")
    await find(store, id, "done", "a completed event")
    await find(other, id, "done", "an event that another process completed")
  },

  "one of many concurrent claims wins, and the others are busy": async ({ subject, newId, claims }) => {
    const { owners, busy } = await claimAtOnce(subject, newId(), claims)
    hold(owners.length === 1, `one of ${claims} concurrent claims should win, but ${owners.length} did`)
    hold(busy === claims - 1, `${claims - 1} of ${claims} concurrent claims should be busy, but ${busy} were`)
  },

  "an expired lease is taken over once": async ({ subject, newId, claims }) => {
    const id = newId()
    await take(subject.store, id, "a new event")
    await subject.pass(lease - 5_000)
    await find(subject.store, id, "busy", "an event whose lease lasts for 5 seconds more")
    await subject.pass(6_000)
    const { owners } = await claimAtOnce(subject, id, Math.ceil(claims / 10))
    hold(owners.length === 1, `an expired lease should be taken over once, but was ${owners.length} times`)
  },

  "a lease lasts as long as its claim requests": async ({ subject, newId }) => {
    const { store } = subject
    const [brief, long] = [newId(), newId()]
    await take(store, brief, "a new event", lease / 2)
    await take(store, long, "a new event", lease * 2)
    await subject.pass(lease / 2 + 1_000)
    await take(store, brief, "an event whose lease of half a minute expired")
    await subject.pass(lease)
    await find(store, long, "busy", "an event whose lease of two minutes lasts")
  },

  "an owner whose lease was taken over can neither complete nor release": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const id = newId()
    const late = await take(store, id, "a new event")
    await subject.pass(lease + 1_000)
    const owner = await take(other, id, "an event whose lease expired")
    hold(owner !== late, "each claim should have a unique owner")
    hold(
      (await store.complete(id, late)) === false,
      "complete should return false to an owner whose lease was taken over",
    )
    hold(
      (await store.release(id, late)) === false,
      "release should return false to an owner whose lease was taken over",
    )
    await find(store, id, "busy", "an event that a former owner completed and released")
    hold((await other.complete(id, owner)) === true, "complete should return true to the owner that took over")
    hold((await store.release(id, late)) === false, "release should return false after another owner's complete")
    await find(store, id, "done", "a completed event that a former owner released")
  },

  "a late owner completes if its lease was not taken over": async ({ subject, newId }) => {
    const { store } = subject
    const id = newId()
    const owner = await take(store, id, "a new event")
    await subject.pass(lease + 1_000)
    // Stores remove old entries during other calls.
    await take(store, newId(), "a new event")
    hold(
      (await store.complete(id, owner)) === true,
      "complete should return true to a late owner whose lease was not taken over",
    )
    await find(store, id, "done", "an event that was completed late")
  },

  "a released event is free for a new owner at once": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const id = newId()
    const first = await take(store, id, "a new event")
    hold((await store.release(id, first)) === true, "release should return true to its owner")
    const second = await take(other, id, "a released event")
    hold((await store.complete(id, first)) === false, "complete should return false to an owner that has released")
    await find(store, id, "busy", "an event that was taken again after its release")
    hold(
      (await other.complete(id, second)) === true,
      "complete should return true to the owner that claimed a released event",
    )
  },

  "after a crash at any step an event is handled again, or done": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const [claimed, completed, released] = [newId(), newId(), newId()]
    await take(store, claimed, "a new event")
    await store.complete(completed, await take(store, completed, "a new event"))
    await store.release(released, await take(store, released, "a new event"))
    await find(other, claimed, "busy", "an event whose owner crashed just now")
    await take(other, released, "an event that was released before a crash")
    await subject.pass(lease + 1_000)
    await find(other, completed, "done", "an event that was completed before a crash")
    await other.complete(claimed, await take(other, claimed, "an event whose owner crashed a lease ago"))
    await find(other, claimed, "done", "an event that was completed after a crash")
  },

  "a completed event is remembered as long as it may be repeated": async ({ subject, newId }) => {
    const { store } = subject
    const id = newId()
    await store.complete(id, await take(store, id, "a new event"))
    await subject.pass(lastRetry)
    await find(store, id, "done", "an event, 34 h 36 min after it was completed,")
    await subject.pass(35 * hour - lastRetry - 60_000)
    await find(store, id, "done", "an event, 34 h 59 min after it was completed,")
  },

  "every character of an id counts": async ({ subject, newId }) => {
    const { store } = subject
    const id = newId()
    const long = "x".repeat(200)
    const ids = [
      id,
      `${id} `,
      id.toUpperCase(),
      `${id}'";--`,
      `${id}:*?[a]`,
      `${id}ü🧾`,
      `${id}%_`,
      `${id}${long}1`,
      `${id}${long}2`,
      `1${long}${id}`,
      `2${long}${id}`,
    ]
    for (const one of ids) await store.complete(one, await take(store, one, `a new event of the id ${one}`))
    for (const one of ids) await find(store, one, "done", `a completed event of the id ${one}`)
  },
}
