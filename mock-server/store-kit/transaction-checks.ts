import type { TransactionalStore, WebhookClaim } from "../../sdk/webhooks/store.ts"
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
    hold((await write(test, id)) === "mine", "transact is to answer mine when it has run the work")
    await find(store, id, "done", "an event that was done with its effect")
    await find(subject.other ?? store, id, "done", "an event that another process did with its effect")
    hold((await write(test, id)) === "done", "transact is to answer done for an event that was done before")
    hold((await written(test, id)) === 1, "an effect is to be written once")
  },

  "an effect that fails is undone, with its mark, and its error comes through": async (test) => {
    const { store, effects, newId } = test
    const id = newId()
    const failure = new Error("The work failed")
    const work = async (tx: Parameters<typeof effects.write>[0]) => {
      await effects.write(tx, id)
      throw failure
    }
    const thrown = await store.transact(id, work, { lease }).catch((error: unknown) => error)
    hold(thrown === failure, "transact is to reject with what the work rejected with")
    hold((await written(test, id)) === 0, "an effect that failed is to be undone")
    await take(store, id, "an event whose effect failed")
  },

  "an event that somebody has is left alone until the lease runs out, and then taken over": async (test) => {
    const { store, subject, newId } = test
    const id = newId()
    const late = await take(subject.other ?? store, id, "a new event")
    hold((await write(test, id)) === "busy", "transact is to answer busy for an event that somebody has")
    hold((await written(test, id)) === 0, "an effect of an event that somebody has is not to be written")
    await subject.pass(lease + 1_000)
    hold((await write(test, id)) === "mine", "transact is to answer mine for an event whose lease ran out")
    hold((await store.complete(id, late)) === false, "complete is to answer false to who has been overtaken")
    await find(store, id, "done", "an event that was taken over")
  },

  "of transactions at once of one event one writes": async (test) => {
    const id = test.newId()
    const states = await Promise.all(Array.from({ length: 20 }, () => write(test, id)))
    const mine = states.filter((state) => state === "mine").length
    hold(mine === 1, `of 20 transactions at once of one event one is to be mine, and ${mine} were`)
    const count = await written(test, id)
    hold(count === 1, `of 20 effects at once of one event one is to be written, and ${count} were`)
  },

  "effects at once of many events are all written": async (test) => {
    const ids = Array.from({ length: 20 }, test.newId)
    await Promise.all(ids.map((id) => write(test, id)))
    const counts = await Promise.all(ids.map((id) => written(test, id)))
    const found = counts.filter((count) => count === 1).length
    hold(found === ids.length, `of ${ids.length} effects at once each is to be written once, and ${found} were`)
  },

  "an effect that fails among others at once is undone alone": async (test) => {
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
      `of ${ids.length} effects at once only those that fail are to be undone, and ${wrong.length} were not so`,
    )
  },
}
