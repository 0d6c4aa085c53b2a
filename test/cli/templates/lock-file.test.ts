import { expect, it } from "vitest"
import { addressKey } from "../../../cli/templates/lock-file.ts"
import { Mas, type TemplateParts } from "../../../sdk/index.ts"
import { localLock, TemplateFolder } from "./template-folder.ts"

it.each(["", "/", "//", "/mail/", "/v1", "/mail/v1/"])(
  "an address has the same key in the lock file and in the client: …%s",
  async (path) => {
    const baseUrl = `https://api.example.test${path}`
    const bodies: unknown[] = []
    const fetch: typeof globalThis.fetch = async (_url, init) => {
      bodies.push(JSON.parse(String(init?.body)))
      return Response.json({ id: 1 }, { status: 201 })
    }
    const template_id = { template: "receipt", ids: { [addressKey(baseUrl)]: { "(default)": 7 } } }
    const receipt: TemplateParts<Record<string, never>> = { channel: "email", subject: "Hi", template_id }
    await new Mas({ apiKey: "k", baseUrl, fetch }).messages.send(
      { ...receipt, to: "ana@example.test" },
      { idempotencyKey: "receipt-1" },
    )
    expect(bodies).toEqual([expect.objectContaining({ template_id: 7 })])
  },
)

it.each(["api.example.test", "not an address", "https://"])(
  "a lock file with the address %j is named, with the way out, and nothing is changed",
  { tags: "slow" },
  async (address) => {
    const folder = new TemplateFolder()
    for (const file of ["templates.lock.json", localLock]) {
      folder.write(file, JSON.stringify({ [address]: { "(default)": {} } }))
      for (const verb of ["status", "pull", "push", "diff"]) {
        const { code, err } = await folder.run(verb)
        expect([verb, code, err]).toEqual([
          verb,
          6,
          expect.stringContaining(`templates/${file}:1:1 is not a valid lock file`),
        ])
        expect(err).toContain("is not the address of a service. Correct the address, or restore the file from Git")
      }
      expect(folder.files()).toEqual([])
      folder.write(file, "{}")
    }
    folder.close()
  },
)
