import { expect, it } from "vitest"
import { createMockService } from "../../mock-server/index.ts"
import { Mas } from "../../sdk/index.ts"
import { keptBy } from "../support/kept-by-signal.ts"

const form = () => {
  const body = new FormData()
  body.set("file", new Blob(["email\n"]), "a.csv")
  body.set("resource", "contacts")
  return body
}

it.each<[string, (url: string) => [string | URL | Request, RequestInit]]>([
  ["a text", (url) => [`${url}/v1/my/account`, {}]],
  ["a URL", (url) => [new URL(`${url}/v1/my/account`), {}]],
  ["a Request", (url) => [new Request(`${url}/v1/my/account`), {}]],
  ["a form body", (url) => [`${url}/v1/my/imports`, { method: "POST", body: form() }]],
])("keeps no listener on the signal of 300 in-process requests that are %s", async (_, requestOf) => {
  await using service = createMockService()
  const { signal } = new AbortController()
  const authorization = `Bearer ${service.clientOptions.apiKey}`
  for (let count = 0; count < 300; count++) {
    const [input, init] = requestOf(service.clientOptions.baseUrl)
    const response = await service.fetch(input, { ...init, headers: { authorization }, signal })
    expect(response.ok).toBe(true)
    await response.text()
  }
  expect(keptBy(signal)).toBe(0)
})

it("keeps no listener on the signal of a client's in-process calls", async () => {
  await using service = createMockService()
  const { signal } = new AbortController()
  const mas = new Mas({ ...service.clientOptions, deadline: 60_000 })
  for (let count = 0; count < 300; count++) await mas.account.get({ signal })
  const { id } = await mas.imports.create({ file: { content: "email\n" }, resource: "contacts" }, { signal })
  await mas.imports.waitUntilDone(id, { signal })
  expect(keptBy(signal)).toBe(0)
})
