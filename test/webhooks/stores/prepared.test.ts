import { expect, it } from "vitest"
import { postgresStore } from "../../../sdk/stores/index.ts"

/** A pool of `pg` that answers each claim with `mine`, and the statements it got. */
function listed(options: { prepare?: boolean; table?: string } = {}) {
  const statements: { name?: string; text: string }[] = []
  const query = async (statement: string | { name: string; text: string }) => {
    statements.push(typeof statement === "string" ? { text: statement } : statement)
    return { rows: [["mine"]] }
  }
  const store = postgresStore({ query, connect: () => Promise.reject(new Error("none")) }, options)
  return { store, statements }
}

it("statements of pg have a name for each text, so that each connection prepares them once", async () => {
  const [one, other] = [listed(), listed({ table: "theirs" })]
  for (const { store } of [one, one, other]) await store.claim("evt_1", { lease: 1_000 })
  await one.store.release("evt_1", "owner")
  const names = (statements: { name?: string; text: string }[], verb: string) =>
    statements.filter(({ text }) => text.includes(verb)).map(({ name }) => name)
  const [first, again] = names(one.statements, "insert into")
  expect(first).toMatch(/^mas_webhooks_\d+$/)
  expect(again).toBe(first)
  const all = [...one.statements, ...other.statements]
  expect(new Set(all.map(({ name }) => name)).size).toBe(new Set(all.map(({ text }) => text)).size)
})

it("statements of pg have no name with `prepare: false`, for poolers without prepared statements", async () => {
  const { store, statements } = listed({ prepare: false })
  await store.claim("evt_1", { lease: 1_000 })
  expect(statements.map(({ name }) => name)).toEqual([undefined, undefined])
})
