import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import * as handlers from "../../mock-server/resources/handlers.ts"
import { readTestTitles } from "../../scripts/generate/test-titles.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import { Mas } from "../../sdk/index.ts"
import { rows } from "../spec/index.ts"
import { root } from "../support/files.ts"

/** `noun.verb` of everything below the groups of a tree. */
const namesIn = (tree: object) =>
  Object.entries(tree).flatMap(([noun, group]) => Object.keys(group).map((verb) => `${noun}.${verb}`))

const mas = new Mas({ baseUrl: "https://api.example.test" })
const methods = Object.entries(mas).flatMap(([noun, resource]) =>
  Object.getOwnPropertyNames(Object.getPrototypeOf(resource)).map((verb) => `${noun}.${verb}`),
)

/** The places of an endpoint: the file for its noun, the kind of part, and the names of all parts. */
const endpointParts: readonly (readonly [file: (noun: string) => string, what: string, names: readonly string[]])[] = [
  [(noun) => `sdk/contract/${noun}.ts`, "endpoint", listEndpoints(contract).map(({ name }) => name)],
  [(noun) => `sdk/client/resources/${noun}.ts`, "method", methods],
  [(noun) => `mock-server/resources/${noun}/${noun}.ts`, "handler", namesIn(handlers)],
  [(noun) => `test/spec/${noun}.ts`, "row", rows.map(({ name }) => name)],
  [
    (noun) => `test/mock-server/${noun}.test.ts`,
    "test whose title ends with the tag",
    readTestTitles().flatMap(({ tags }) => tags),
  ],
]

/** Classes also have helper methods, so a name that only a class has is not an endpoint. */
const partNames = new Set(endpointParts.flatMap(([, what, names]) => (what === "method" ? [] : names)))
const endpoints = [...partNames].filter((name) => /^[a-z]\w*\.\w+$/.test(name))

describe("an endpoint with a part anywhere", () => {
  it("has all of its five parts", () => {
    const missing = endpoints.flatMap((name) => {
      const [noun = "", verb = ""] = name.split(".")
      return endpointParts
        .filter(([, , names]) => !names.includes(name))
        .map(([file, what]) => `${file(kebabCase(noun))} has no ${what} ${what.endsWith("tag") ? `[${name}]` : verb}`)
    })
    const advice =
      'Write what is missing as "Adding an endpoint" of CONTRIBUTING.md shows, then: npm run generate && npm run check'
    expect(missing, advice).toEqual([])
  })
})

describe("a noun of the contract", () => {
  it.each([["sdk/contract/*.ts"], ["sdk/client/resources/*.ts"], ["mock-server/resources/*/*.ts"], ["test/spec/*.ts"]])(
    "has a file of its own name at %s",
    (pattern) => {
      const nouns = Object.keys(contract).map(kebabCase)
      expect(nouns.filter((noun) => !existsSync(join(root, pattern.replaceAll("*", noun))))).toEqual([])
    },
  )
})
