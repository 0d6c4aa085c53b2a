import type { WebhookStore } from "../../sdk/webhooks/store.ts"
import { find, hold, lease, type StoreTest, take } from "./subject.ts"

type Check = <Tx>(test: StoreTest<Tx>) => Promise<void>

const hour = 3_600_000
/** When the last retry comes, and 24 minutes of delay. Spec: Retries. */
const lastRetry = 34 * hour + 36 * 60_000

/** Claims of one event at the same time, from both sides. */
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
  "an event goes to one owner, is busy while it is handled, and done after that": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const id = newId()
    const owner = await take(store, id, "a new event")
    await find(store, id, "busy", "an event that is being handled")
    await find(other, id, "busy", "an event that another process handles")
    hold((await store.complete(id, owner)) === true, "complete is to answer true to its owner")
    await find(store, id, "done", "a completed event")
    await find(other, id, "done", "an event that another process completed")
  },

  "of claims at once one wins, and the others are busy": async ({ subject, newId, claims }) => {
    const { owners, busy } = await claimAtOnce(subject, newId(), claims)
    hold(owners.length === 1, `of ${claims} claims at once one is to win, and ${owners.length} did`)
    hold(busy === claims - 1, `of ${claims} claims at once ${claims - 1} are to be busy, and ${busy} were`)
  },

  "a lease that ran out is taken over once": async ({ subject, newId, claims }) => {
    const id = newId()
    await take(subject.store, id, "a new event")
    await subject.pass(lease - 5_000)
    await find(subject.store, id, "busy", "an event whose lease lasts for 5 seconds more")
    await subject.pass(6_000)
    const { owners } = await claimAtOnce(subject, id, Math.ceil(claims / 10))
    hold(owners.length === 1, `a lease that ran out is to be taken over once, and was ${owners.length} times`)
  },

  "a lease lasts for as long as its claim says": async ({ subject, newId }) => {
    const { store } = subject
    const [brief, long] = [newId(), newId()]
    await take(store, brief, "a new event", lease / 2)
    await take(store, long, "a new event", lease * 2)
    await subject.pass(lease / 2 + 1_000)
    await take(store, brief, "an event whose lease of half a minute ran out")
    await subject.pass(lease)
    await find(store, long, "busy", "an event whose lease of two minutes lasts")
  },

  "who has been overtaken can neither complete nor release": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const id = newId()
    const late = await take(store, id, "a new event")
    await subject.pass(lease + 1_000)
    const owner = await take(other, id, "an event whose lease ran out")
    hold(owner !== late, "each claim is to have an owner of its own")
    hold((await store.complete(id, late)) === false, "complete is to answer false to who has been overtaken")
    hold((await store.release(id, late)) === false, "release is to answer false to who has been overtaken")
    await find(store, id, "busy", "an event whose late owner completed and released")
    hold((await other.complete(id, owner)) === true, "complete is to answer true to who took over")
    hold((await store.release(id, late)) === false, "release is to answer false after another's complete")
    await find(store, id, "done", "an event that was released by who has been overtaken, after it was done")
  },

  "who is late and was not overtaken completes": async ({ subject, newId }) => {
    const { store } = subject
    const id = newId()
    const owner = await take(store, id, "a new event")
    await subject.pass(lease + 1_000)
    // Stores remove old entries during other calls.
    await take(store, newId(), "a new event")
    hold((await store.complete(id, owner)) === true, "complete is to answer true to an owner who is late alone")
    await find(store, id, "done", "an event that was completed late")
  },

  "a released event is free at once, for a new owner": async ({ subject, newId }) => {
    const { store, other = store } = subject
    const id = newId()
    const first = await take(store, id, "a new event")
    hold((await store.release(id, first)) === true, "release is to answer true to its owner")
    const second = await take(other, id, "a released event")
    hold((await store.complete(id, first)) === false, "complete is to answer false to who has released")
    await find(store, id, "busy", "an event that was taken again after its release")
    hold((await other.complete(id, second)) === true, "complete is to answer true to who took a released event")
  },

  "a crash after any step leaves an event that is handled once more, or done": async ({ subject, newId }) => {
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

  "what was done is remembered for as long as it may be repeated": async ({ subject, newId }) => {
    const { store } = subject
    const id = newId()
    await store.complete(id, await take(store, id, "a new event"))
    await subject.pass(lastRetry)
    await find(store, id, "done", "an event, 34 h 36 min after it was completed,")
    await subject.pass(35 * hour - lastRetry - 60_000)
    await find(store, id, "done", "an event, 34 h 59 min after it was completed,")
  },

  "ids are told apart by every character": async ({ subject, newId }) => {
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
