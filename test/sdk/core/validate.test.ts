import { describe, expect, it, onTestFinished, vi } from "vitest"
import { responseValidator } from "../../../sdk/client/validation.ts"
import { contract } from "../../../sdk/contract/index.ts"
import { ResponseValidationError } from "../../../sdk/index.ts"
import { connect, json, rejection, serve } from "./support.ts"

const membership = {
  id: 1,
  role: "owner",
  user_id: 1,
  email: "a@example.test",
  name: "Ada",
  created_at: "2026-03-01T12:00:00Z",
  updated_at: "2026-03-01T12:00:00Z",
}
const wrong = { ...membership, id: "one", name: undefined }

async function respondingTo(body: unknown, options = {}) {
  const { url } = await serve((response) => json(response, 200, body))
  const warn = vi.fn()
  return { mas: connect(url, { logger: { warn }, ...options }), warn }
}

describe("validateResponses", () => {
  it("is off by default", async () => {
    const { mas, warn } = await respondingTo([wrong])
    await expect(mas.memberships.list()).resolves.toMatchObject({ items: [{ id: "one" }] })
    expect(warn).not.toHaveBeenCalled()
  })

  it("fails a read that does not match, and names the mismatch", async () => {
    const { mas } = await respondingTo([membership, wrong], { validateResponses: responseValidator() })
    const error = await rejection(mas.memberships.list())
    expect(error).toBeInstanceOf(ResponseValidationError)
    expect(error).toMatchObject({
      status: 200,
      message: expect.stringMatching(
        /^GET \/v1\/my\/account\/memberships succeeded, but its response differs from the contract: 1\.id: /,
      ),
      issues: [{ path: "1.id" }, { path: "1.name" }],
    })
  })

  it("never fails a write that succeeded", async () => {
    const { mas, warn } = await respondingTo(wrong, { validateResponses: responseValidator() })
    await expect(mas.memberships.update(1, { role: "admin" })).resolves.toMatchObject({ id: "one" })
    expect(warn).toHaveBeenCalledOnce()
  })

  it("only warns at level warn", async () => {
    const { mas, warn } = await respondingTo([wrong], { validateResponses: responseValidator("warn") })
    await expect(mas.memberships.list()).resolves.toMatchObject({ items: [{ id: "one" }] })
    expect(warn.mock.calls).toEqual([[expect.stringContaining("0.id: "), { status: 200 }]])
  })

  it("warns once for each endpoint without a logger", async () => {
    const emit = vi.spyOn(process, "emitWarning").mockReturnValue()
    onTestFinished(() => emit.mockRestore())
    const { mas } = await respondingTo(wrong, { validateResponses: responseValidator("warn"), logger: undefined })
    await mas.memberships.update(1, { role: "admin" })
    await mas.memberships.update(2, { role: "admin" })
    expect(emit.mock.calls).toEqual([[expect.stringContaining("its response differs from the contract: id: ")]])
  })

  it("accepts unknown fields and values, and does not change the response", async () => {
    const newer = { ...membership, role: "auditor", badge: { color: "green" } }
    const { mas, warn } = await respondingTo([newer], { validateResponses: responseValidator() })
    expect((await mas.memberships.list()).items).toEqual([newer])
    expect(warn).not.toHaveBeenCalled()
  })

  it("can be enabled for one call, and applies to endpoints given by definition", async () => {
    const { mas } = await respondingTo([wrong])
    expect(await rejection(mas.memberships.list({}, { validateResponses: responseValidator() }))).toBeInstanceOf(
      ResponseValidationError,
    )
    expect(
      await rejection(mas.request(contract.memberships.list, {}, { validateResponses: responseValidator() })),
    ).toBeInstanceOf(ResponseValidationError)
    await expect(
      mas.request("GET /v1/my/account/memberships", {}, { validateResponses: responseValidator() }),
    ).resolves.toHaveLength(1)
  })
})
