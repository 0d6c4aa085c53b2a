import { readFileSync } from "node:fs"
import { join } from "node:path"
import { root } from "./run.mjs"

const manifest = JSON.parse(readFileSync(join(root, "package.json"), "utf8"))

/** Where the project is on the web, as package.json says. */
export const repository = manifest.repository.url.replace(/^git\+|\.git$/g, "")

/** `docs/client.md#options` of an address in the repository; undefined for any other address. */
export const pathIn = (address) =>
  address.startsWith(`${repository}/`)
    ? /^(?:blob|tree|raw)\/main\/(.*)$/.exec(address.slice(repository.length + 1))?.[1]
    : undefined
