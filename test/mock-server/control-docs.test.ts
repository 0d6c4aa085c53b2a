import { describe, expect, it } from "vitest"
import * as z from "zod"
import { controls } from "../../mock-server/control/controls.ts"
import { readProjectFile } from "../support/files.ts"

const text = readProjectFile("docs/mock-server.md")
const rows = text.split("\n").filter((line) => line.startsWith("| `"))

/** The fields of a body, of all its variants. */
function fieldsOf(body: unknown): string[] {
  if (body instanceof z.ZodUnion) return body.options.flatMap(fieldsOf)
  return body instanceof z.ZodObject ? Object.keys(body.shape) : []
}

describe("docs/mock-server.md", () => {
  it.each(controls.map(({ spec }) => [`${spec.method} ${spec.path}`, spec] as const))(
    "documents %s and its parameters",
    (call, spec) => {
      // Some are in a table of the introduction too.
      const row = rows.filter((line) => line.includes(`\`${call}\``)).join("\n")
      expect(row).not.toBe("")
      const query = spec.query instanceof z.ZodObject ? Object.keys(spec.query.shape) : []
      expect(query.filter((name) => !row.includes(`\`${name}\``))).toEqual([])
      const body = spec.path === "/snapshot" ? [] : fieldsOf(spec.body)
      const documentation = spec.path === "/faults" ? text : row
      expect(body.filter((name) => !new RegExp(`\\b${name}\\b`).test(documentation))).toEqual([])
    },
  )

  it("documents no call that does not exist", () => {
    const documentedCalls = [...text.matchAll(/`((?:GET|POST|PUT|DELETE) \/[a-z_/{}]*)`?/g)].map(([, call]) =>
      call?.trim(),
    )
    const routes = controls.map(({ spec }) => `${spec.method} ${spec.path}`)
    expect(documentedCalls.length).toBeGreaterThan(25)
    expect(documentedCalls.filter((call) => !routes.includes(call ?? ""))).toEqual([])
  })
})
