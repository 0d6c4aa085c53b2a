import { expect, it, vi } from "vitest"
import { keysOf } from "../../sdk/webhooks/secret.ts"

const secretOf = (text: string) => `whsec_${Buffer.from(text).toString("base64")}`

it("may end in line feeds, as those do that are mounted as files", () => {
  expect(keysOf(`${secretOf("mounted")}\r\n`)).toEqual([Uint8Array.from(Buffer.from("mounted"))])
  expect(() => keysOf(`${secretOf("mounted")}\n `)).toThrow("must be whsec_ and base64")
})

it("keeps the keys of a thousand secrets and no more, however many a program has", async () => {
  vi.resetModules()
  const { keysOf } = await import("../../sdk/webhooks/secret.ts")
  const first = secretOf("first")
  const [key] = keysOf(first)
  expect(key).toEqual(Uint8Array.from(Buffer.from("first")))
  for (let n = 1; n < 1_000; n++) keysOf(secretOf(`secret ${n}`))
  expect(keysOf(first)[0]).toBe(key)
  keysOf(secretOf("one more"))
  expect(keysOf(first)[0]).toEqual(key)
  expect(keysOf(first)[0]).not.toBe(key)
})
