import { readFile } from "node:fs/promises"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

/** A file of this package, which finds itself by name: from its sources and from its bundles, however deep either lies. */
export const packageFile = (path: string): Promise<Buffer> =>
  readFile(new URL(path, pathToFileURL(createRequire(`${import.meta.dirname}/../`).resolve("mas-sdk/package.json"))))
