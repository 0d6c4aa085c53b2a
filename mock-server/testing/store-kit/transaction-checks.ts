import type { TransactionalStore, WebhookClaim } from "../../../sdk/webhooks/store.ts"
import { find, hold, lease, type StoreEffects, type StoreTest, take } from "./subject.ts"

interface TransactionTest<Tx> extends StoreTest<Tx> {
  readonly store: TransactionalStore<Tx>
  readonly effects: StoreEffects<Tx>
}
type Check = <Tx>(test: TransactionTest<Tx>) => Promise<void>

function write<Tx>({ store, effects }: TransactionTest<Tx>, id: string): Promise<WebhookClaim["state"]> {
  return store.transact(id, (tx) => effects.write(tx, id), { lease })
}

async function written<Tx>({ effects }: TransactionTest<Tx>, id: string): Promise<number> {
  return (await effects.written()).filter((name) => name === id).length
}

/** Further rules of transactional stores; the key states the rule. */
export const transactionChecks: Readonly<Record<string, Check>> = {
  "an effect and its mark are committed together, once": async (test) => {
    const { store, subject, newId } = test
    const id = newId()
    hold((await write(test, id)) === "mine", "transact should return mine when it has run the work")
    await find(store, id, "done", "an event that was done with its effect")
    await find(subject.other ?? store, id, "done", "an event that another process did with its effect")
    hold((await write(test, id)) === "done", "transact should return done for an event that was done before")
    hold((await written(test, id)) === 1, "an effect should be written once")
  },

  "a failed effect is rolled back with its mark, and its error is passed on": async (test) => {
    const { store, effects, newId } = test
    const id = newId()
    const failure = new Error("The work failed")
    const work = async (tx: Parameters<typeof effects.write>[0]) => {
      await effects.write(tx, id)
      throw failure
    }
    const thrown = await store.transact(id, work, { lease }).catch((error: unknown) => error)
    hold(thrown === failure, "transact should reject with the error of the work")
    hold((await written(test, id)) === 0, "a failed effect should be rolled back")
    await take(store, id, "an event whose effect failed")
  },

  "an event of another owner is left alone until its lease expires, and then taken over": async (test) => {
    const { store, subject, newId } = test
    const id = newId()
    const late = await take(subject.other ?? store, id, "a new event")
    hold((await write(test, id)) === "busy", "transact should return busy for an event of another owner")
    hold((await written(test, id)) === 0, "an effect of an event of another owner should not be written")
    await subject.pass(lease + 1_000)
    hold((await write(test, id)) === "mine", "transact should return mine for an event whose lease expired")
    hold(
      (await store.complete(id, late)) === false,
      "complete should return false to an owner whose lease was taken over",
    )
    await find(store, id, "done", "an event that was taken over")
  },

  "one of many concurrent transactions of an event writes": async (test) => {
    const id = test.newId()
    const states = await Promise.all(Array.from({ length: 20 }, () => write(test, id)))
    const mine = states.filter((state) => state === "mine").length
    hold(mine === 1, `one of 20 concurrent transactions of an event should be mine, but ${mine} were`)
    const count = await written(test, id)
    hold(count === 1, `one of 20 concurrent effects of an event should be written, but ${count} were`)
  },

  "concurrent effects of many events are all written": async (test) => {
    const ids = Array.from({ length: 20 }, test.newId)
    await Promise.all(ids.map((id) => write(test, id)))
    const counts = await Promise.all(ids.map((id) => written(test, id)))
    const firstClaims = counts.filter((count) => count === 1).length
    hold(
      firstClaims === ids.length,
      `each of ${ids.length} concurrent effects should be written once, but ${firstClaims} were`,
    )
  },

  "of many concurrent effects only a failed one is rolled back": async (test) => {
    const { store, effects, newId } = test
    const ids = Array.from({ length: 20 }, newId)
    const fails = (at: number) => at % 3 === 1
    const doOne = (id: string, at: number) => {
      const work = async (tx: Parameters<typeof effects.write>[0]) => {
        await effects.write(tx, id)
        if (fails(at)) throw new Error("The work failed")
      }
      return store.transact(id, work, { lease }).catch(() => "failed")
    }
    const states = await Promise.all(ids.map(doOne))
    const counts = await Promise.all(ids.map((id) => written(test, id)))
    const wrong = ids.filter(
      (_, index) => states[index] !== (fails(index) ? "failed" : "mine") || counts[index] !== (fails(index) ? 0 : 1),
    )
    hold(
      wrong.length === 0,
      `of ${ids.length} concurrent effects only failed ones should be rolled back, but ${wrong.length} were wrong`,
    )
  },
}
