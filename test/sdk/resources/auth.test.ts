import { describe, expect, it } from "vitest"
import { Mas, nodeHttpTransport, ResponseValidationError } from "../../../sdk/index.ts"
import { json, startService } from "./service.ts"

const user = { id: 7, email: "ada@example.test" }
const login = { user: { email: "ada@example.test", password: "mock-password" } }

describe("auth", () => {
  it("returns the user with the JWT of the response header", async () => {
    const { mas, arrivals } = await startService(() => ({ headers: { Authorization: "Bearer a.b.c" }, body: user }))
    expect(await mas.auth.login(login)).toEqual({ user, token: "a.b.c" })
    expect(arrivals.map(json)).toEqual([login])
  })

  it("returns the same for a sign-up", async () => {
    const { mas } = await startService(() => ({ status: 201, headers: { authorization: "bearer a.b.c" }, body: user }))
    const { data, response } = await mas.auth.signup(login).withResponse()
    expect(data).toEqual({ user, token: "a.b.c" })
    expect(response.status).toBe(201)
  })

  it("fails clearly if a successful sign-in has no JWT", async () => {
    const { mas } = await startService(() => ({ body: user }))
    const failure = await mas.auth.login(login).catch((error: unknown) => error)
    expect(failure).toBeInstanceOf(ResponseValidationError)
    expect(failure).toMatchObject({ status: 200, path: "/v1/login", message: expect.stringContaining("no JWT") })
  })

  it("can continue with the token of a sign-in", async () => {
    const { mas, arrivals } = await startService(({ path }) =>
      path === "/v1/login" ? { headers: { Authorization: "Bearer a.b.c" }, body: user } : { body: user },
    )
    const { token } = await mas.auth.login(login)
    await mas.withOptions({ token }).user.get()
    expect(arrivals.map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer a.b.c"])
  })

  it("returns nothing for a sign-out", async () => {
    const { mas } = await startService(() => ({ status: 204 }))
    expect(await mas.auth.logout()).toBeUndefined()
  })

  it("needs no credential to sign in", async () => {
    const { arrivals, baseUrl } = await startService(() => ({ headers: { Authorization: "Bearer a.b.c" }, body: user }))
    const { token } = await new Mas({ baseUrl, transport: nodeHttpTransport() }).auth.login(login)
    expect(token).toBe("a.b.c")
    expect(arrivals[0]?.headers.authorization).toBeUndefined()
  })
})
