import { readFileSync } from "node:fs"
import { kebabCase } from "../../mock-server/base/kebab-case.ts"
import { listEndpoints } from "../../sdk/contract/core/endpoints.ts"
import { contract } from "../../sdk/contract/index.ts"
import type { Output } from "./source-outputs.ts"

const root = new URL("../../", import.meta.url)
const title = " * Endpoints, listed by `npm run generate`."
const end = " */\n\n"

/** The comment at the top of each `mock-server/resources/<noun>/<noun>.ts`: the endpoints that it handles. */
export const resourceHeads: readonly Output[] = Object.keys(contract).map((noun) => {
  const path = `mock-server/resources/${kebabCase(noun)}/${kebabCase(noun)}.ts`
  return { path, render: () => headOf(noun) + withoutHead(readFileSync(new URL(path, root), "utf8")) }
})

function headOf(noun: string): string {
  const endpoints = listEndpoints(contract).filter(({ group }) => group === noun)
  return ["/*", title, ...endpoints.map(({ verb, spec }) => ` * ${verb}: ${spec.method} ${spec.path}`), end].join("\n")
}

const withoutHead = (text: string) =>
  text.startsWith(`/*\n${title}`) ? text.slice(text.indexOf(end) + end.length) : text
