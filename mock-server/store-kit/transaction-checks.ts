import type { TransactionalStore } from "../../sdk/webhooks/store.ts"
import { find, hold, lease, type StoreEffects, type StoreTest, take } from "./subject.ts"

interface TransactionTest<Tx> extends StoreTest<Tx> {
  readonly store: TransactionalStore<Tx>
  readonly effects: StoreEffects<Tx>
}
type Check = <Tx>(test: TransactionTest<Tx>) => Promise<void>

/** What holds of a store with transactions beside the rest. The key says it. */
export const transactionChecks: Readonly<Record<string, Check>> = {
  "an effect and its mark are committed together": async ({ store, effects, newId }) => {
    const id = newId()
    const owner = await take(store, id, "a new event")
    const done = await store.completeWith(id, owner, (tx) => effects.write(tx, id))
    hold(done === true, "completeWith is to answer true to its owner")
    await find(store, id, "done", "an event that was completed with its effect")
    hold((await effects.written()).filter((name) => name === id).length === 1, "an effect is to be written once")
  },

  "an effect that fails is undone, with its mark, and its error comes through": async ({ store, effects, newId }) => {
    const id = newId()
    const owner = await take(store, id, "a new event")
    const failure = new Error("The work failed")
    const thrown = await store
      .completeWith(id, owner, async (tx) => {
        await effects.write(tx, id)
        throw failure
      })
      .catch((error: unknown) => error)
    hold(thrown === failure, "completeWith is to reject with what the work rejected with")
    hold(!(await effects.written()).includes(id), "an effect that failed is to be undone")
    await find(store, id, "busy", "an event whose effect failed")
    hold((await store.release(id, owner)) === true, "release is to answer true after an effect that failed")
    await take(store, id, "an event that was released after its effect failed")
  },

  "an effect of who has been overtaken is undone": async ({ store, subject, effects, newId }) => {
    const id = newId()
    const late = await take(store, id, "a new event")
    await subject.pass(lease + 1_000)
    const owner = await take(subject.other ?? store, id, "an event whose lease ran out")
    const done = await store.completeWith(id, late, (tx) => effects.write(tx, id))
    hold(done === false, "completeWith is to answer false to who has been overtaken")
    hold(!(await effects.written()).includes(id), "an effect of who has been overtaken is to be undone")
    hold((await store.complete(id, owner)) === true, "complete is to answer true to who took over")
  },

  "effects at once are all written": async ({ store, effects, newId }) => {
    const ids = Array.from({ length: 20 }, newId)
    await Promise.all(
      ids.map(async (id) => {
        const owner = await take(store, id, "a new event")
        await store.completeWith(id, owner, (tx) => effects.write(tx, id))
      }),
    )
    const written = await effects.written()
    const found = ids.filter((id) => written.includes(id)).length
    hold(found === ids.length, `of ${ids.length} effects at once all are to be written, and ${found} were`)
  },
}
