import { describe, expect, it } from "vitest"
import { textResponse } from "../../mock-server/http/text-response.ts"

const head = { status: 201, headers: { "Content-Type": "application/json", "X-Count": "2" } }
const text = '\ufeff{"name":"Zo\u00eb"}'
const both = (given = text) => [textResponse(given, head), new Response(given, head)] as const

/** What a response has, by the names that the platform gives it. */
const methods = Object.entries(Object.getOwnPropertyDescriptors(Response.prototype))
  .filter(([name, { value }]) => typeof value === "function" && name !== "constructor" && name !== "formData")
  .map(([name]) => name)

const call = async (response: Response, name: string): Promise<unknown> =>
  Reflect.apply(Reflect.get(response, name), response, [])

describe("a response of text", () => {
  it("is a Response with the head that it was given", () => {
    const [ours, platforms] = both()
    expect(ours).toBeInstanceOf(Response)
    expect([ours.status, ours.ok, ours.bodyUsed]).toEqual([201, true, false])
    expect([...ours.headers]).toEqual([...platforms.headers])
  })

  it("says that it is plain text where nothing else is said", () => {
    const none = { headers: {} }
    expect([...textResponse("x", none).headers]).toEqual([...new Response("x", none).headers])
  })

  it.each(methods)("gives by %s what the platform's does", async (name) => {
    const [ours, platforms] = both()
    const [mine, theirs] = [await call(ours, name), await call(platforms, name)]
    expect(Object.prototype.toString.call(mine)).toBe(Object.prototype.toString.call(theirs))
    if (typeof mine === "string") expect(mine).toBe(theirs)
    if (mine instanceof Response && theirs instanceof Response) expect(await mine.text()).toBe(await theirs.text())
    if (mine instanceof ArrayBuffer || mine instanceof Uint8Array) expect(mine).toEqual(theirs)
    expect(ours.bodyUsed).toBe(platforms.bodyUsed)
  })

  it.each(methods)("is read once: after text there is no %s", async (name) => {
    const [ours, platforms] = both()
    await Promise.all([ours.text(), platforms.text()])
    expect(ours.bodyUsed).toBe(true)
    expect(ours.body?.locked).toBe(platforms.body?.locked)
    await expect(call(ours, name)).rejects.toThrow(TypeError)
    await expect(call(platforms, name)).rejects.toThrow(TypeError)
  })

  it("has a stream for who asks for one, and is then read by it", async () => {
    const [ours] = both("in pieces")
    expect(await new Response(ours.body).text()).toBe("in pieces")
    expect(ours.bodyUsed).toBe(true)
    await expect(ours.text()).rejects.toThrow(TypeError)
  })

  it("makes of half a character what the platform does", async () => {
    const [ours, platforms] = both("\ud83d")
    expect(await ours.text()).toBe(await platforms.text())
  })
})
