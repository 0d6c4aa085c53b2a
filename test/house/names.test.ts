import { existsSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { contract } from "../../sdk/contract/index.ts"
import { root } from "../support/files.ts"

const kebab = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
const nouns = Object.keys(contract).map(kebab)

describe("a noun of the contract", () => {
  it.each(["sdk/contract", "sdk/resources", "mock-server/handlers"])("has a file of its own name in %s", (folder) => {
    expect(nouns.filter((noun) => !existsSync(join(root, folder, `${noun}.ts`)))).toEqual([])
  })
})
