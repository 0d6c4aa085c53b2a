import { describe, expect, it } from "vitest"
import { parse } from "yaml"
import * as z from "zod"
import { parseWords } from "../../cli/line/parse.ts"
import { route } from "../../cli/line/router.ts"
import { readReceivers } from "../../mock-server/webhooks/receivers.ts"
import { commandOf, tables } from "../cli/tables.ts"
import { readProjectFile } from "../support/files.ts"

const Compose = z.object({
  services: z.record(
    z.string(),
    z.object({
      command: z.string(),
      environment: z.record(z.string(), z.string()).optional(),
      ports: z.array(z.string()).optional(),
    }),
  ),
})

describe("examples/compose.yaml", () => {
  const { services } = Compose.parse(parse(readProjectFile("examples/compose.yaml")))
  const { mas, app } = services
  /** The flags of the server's command, as the command line reads them. */
  const { flags } = parseWords(
    route((mas?.command ?? "").split(" ").slice(2), tables).words,
    commandOf("mock", "start"),
  )

  it("starts a mock server with flags that there are", () => {
    expect(mas?.command).toMatch(/^npx mas mock start /)
    expect(Object.keys(flags)).toEqual(expect.arrayContaining(["host", "allow-host", "allow-webhooks-to"]))
  })

  it("lets the program in by the name that it calls the server, and webhooks out to the program alone", () => {
    expect(app?.environment?.MAS_BASE_URL).toBe(`http://${String(flags["allow-host"])}:4010`)
    expect(Object.keys(services)).toContain(String(flags["allow-host"]))
    const receivers = readReceivers([flags["allow-webhooks-to"]].flat().map(String))
    expect(receivers).toEqual([{ host: "app", port: Number(app?.environment?.PORT) }])
  })

  it("publishes the server to its own machine only", () => {
    expect(mas?.ports).toEqual(["127.0.0.1:4010:4010"])
  })
})
