import { describe, expect, it } from "vitest"
import { createMockService } from "../../../mock-server/index.ts"
import { Mas } from "../../../sdk/index.ts"
import { apiKey, connect, json, serve, transports } from "./support.ts"

/** Tests the client in a DOM with which a test runner replaces the platform's classes. */
export function describeDom(dom: string): void {
  const transportsInDom = { ...transports, default: (): undefined => undefined }
  describe.each(Object.entries(transportsInDom))(`in ${dom} over %s`, (_, transport) => {
    it("sends its credential, reads responses, uploads and downloads", async () => {
      const { url, arrivals } = await serve((response, { method, url }) => {
        response.setHeader("Access-Control-Allow-Origin", "*")
        if (method === "OPTIONS") response.setHeader("Access-Control-Allow-Headers", "*").end()
        else if (url.includes("attachments")) response.end("a file")
        else json(response, 200, { id: 1 }, { "X-Request-Id": "r-1" })
      })
      const mas = connect(url, { transport: transport() })
      const { data, response } = await mas.account.get().withResponse()
      expect([data, response.header("x-request-id")]).toEqual([{ id: 1 }, "r-1"])
      await mas.imports.create({ resource: "contacts", file: Buffer.from("email\n") })
      await mas.imports.create({ resource: "contacts", file: new Blob(["email\n"]) })
      await expect((await mas.attachments.download({ conversationId: 1, messageId: 1, id: 1 })).text()).resolves.toBe(
        "a file",
      )
      const sent = arrivals.filter(({ method }) => method !== "OPTIONS")
      expect(sent.map(({ headers }) => headers.authorization)).toEqual(Array(4).fill(`Bearer ${apiKey}`))
      for (const { body } of sent.slice(1, 3)) expect(body).toContain("\r\n\r\nemail\n\r\n--")
    })
  })

  it("is known to a mock service in the same process", async () => {
    const service = createMockService()
    const mas = new Mas({ baseUrl: "http://mock.test", apiKey: "maskey_live_mock", fetch: service.fetch })
    await expect(mas.account.get()).resolves.toMatchObject({ id: 1 })
  })
}
