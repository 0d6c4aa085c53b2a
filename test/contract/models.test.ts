import { describe, expect, it } from "vitest"
import * as z from "zod"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { modelName, models } from "../../sdk/contract/openapi/models.ts"
import { modelFields } from "../spec/index.ts"

describe.each(Object.entries(modelFields))("the model %s", (name, fields) => {
  it("has exactly the fields of its table [1.1]", () => {
    const model = models.get(name)
    expect(model).toBeInstanceOf(z.ZodObject)
    if (model instanceof z.ZodObject) expect(Object.keys(model.shape).sort()).toEqual(fields.split(" ").sort())
  })
})

describe("the models", () => {
  it("of responses all have a table in test/spec", () => {
    const answered = listEndpoints(contract).flatMap(({ spec }) => (spec.response ? [modelName(spec.response)] : []))
    expect([...new Set(answered)].filter((name) => name === undefined || !(name in modelFields))).toEqual([])
  })

  const objects = [...models].flatMap(([name, model]) => (model instanceof z.ZodObject ? [[name, model] as const] : []))

  it("allow unknown fields in responses, and refuse them in requests [1.2]", () => {
    const read = models.get("Invite")
    const written = models.get("InviteCreate")
    expect(read && z.safeParse(read, { ...invite, color: "blue" }).data).toMatchObject({ color: "blue" })
    expect(written && z.safeParse(written, { email: "ada@example.test", color: "blue" }).success).toBe(false)
  })

  it("are each either loose or strict [1.2]", () => {
    // A plain z.object would silently drop unknown fields.
    expect(objects.filter(([, model]) => model._zod.def.catchall === undefined).map(([name]) => name)).toEqual([])
  })
})

const invite = {
  id: 1,
  account_id: 1,
  email: "ada@example.test",
  role: "member",
  token: "t",
  status: "pending",
  accepted_at: null,
  revoked_at: null,
  expires_at: "2026-02-01T00:00:00.000Z",
  created_at: "2026-01-25T00:00:00.000Z",
  updated_at: "2026-01-25T00:00:00.000Z",
}
