import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** The repository's address from package.json. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "")

/** The path in an address of the repository, such as `docs/client.md#options`; undefined for other addresses. */
export const pathIn = (address) =>
  address.startsWith(`${repository}/`)
    ? /^(?:blob|tree|raw)\/main\/(.*)$/.exec(address.slice(repository.length + 1))?.[1]
    : undefined
