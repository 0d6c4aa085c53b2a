import { expect } from "vitest"
import type { WebhookStoreSubject } from "../../../mock-server/index.ts"
import type { TransactionalStore } from "../../../sdk/webhooks/index.ts"

const lease = 60_000

interface Subject<Tx> extends WebhookStoreSubject<Tx> {
  readonly store: TransactionalStore<Tx>
}
type Run<Tx> = (tx: Tx, sql: string) => unknown

/** Statements in `onEvent` by which the transaction is no longer that of the store. Postgres only warns of a `begin` in it. */
export const endings = {
  anywhere: ["commit", "rollback", "commit; begin", "rollback; begin"],
  postgres: ["begin; commit", "begin; rollback", "commit and chain", "rollback and chain"],
}

/** An event whose `onEvent` ended the transaction of its store is not done: it fails, and is free at once. */
export async function keepsItsEvent<Tx>({ store, effects }: Subject<Tx>, run: Run<Tx>, ending: string): Promise<void> {
  const end = async (tx: Tx) => {
    await effects?.write(tx, "first")
    for (const sql of ending.split("; ")) await run(tx, sql)
  }
  const ended = "ended the transaction of its store"
  await expect(store.transact("returns", end, { lease })).rejects.toThrow(ended)
  const failure = new Error("a later step")
  const fail = (tx: Tx) => end(tx).then(() => Promise.reject(failure))
  const error = await Promise.resolve(store.transact("throws", fail, { lease })).catch((thrown: unknown) => thrown)
  // What was rolled back left nothing: the event's own error says enough.
  expect(error).toEqual(
    ending.includes("commit")
      ? expect.objectContaining({ message: expect.stringContaining(ended), cause: failure })
      : failure,
  )
  for (const id of ["returns", "throws"]) {
    expect(await store.transact(id, (tx) => effects?.write(tx, id), { lease })).toBe("mine")
    expect(await store.transact(id, () => expect.unreachable(), { lease })).toBe("done")
  }
  expect((await effects?.written())?.filter((name) => name !== "first")).toEqual(["returns", "throws"])
}

/** A savepoint is part of the transaction. */
export async function allowsSavepoints<Tx>({ store, effects }: Subject<Tx>, run: Run<Tx>): Promise<void> {
  const work = async (tx: Tx) => {
    await effects?.write(tx, "kept")
    await run(tx, "savepoint mine")
    await effects?.write(tx, "undone")
    await run(tx, "rollback to mine")
    await run(tx, "savepoint other")
    await effects?.write(tx, "released")
    await run(tx, "release other")
  }
  expect(await store.transact("evt_1", work, { lease })).toBe("mine")
  expect(await store.transact("evt_1", () => expect.unreachable(), { lease })).toBe("done")
  expect([...((await effects?.written()) ?? [])].sort()).toEqual(["kept", "released"])
}
