import { fileURLToPath } from "node:url"

// Where a test makes a browser's `URL` of Node's, a path cannot be made of this module's address.
const root = `${process.cwd()}/`

const pathOf = (url: string) => (url.startsWith("file:") ? fileURLToPath(url) : url).replace(/\?.*$/, "")

/** A source by its path from the folder of package.json; undefined for what is none. */
export function sourceOf(url: string): string | undefined {
  const path = pathOf(url)
  if (!path.startsWith(root)) return undefined
  const file = path.slice(root.length)
  return /^(sdk|cli|mock-server)\//.test(file) ? file : undefined
}

/** A file of the built package by its path in `dist`, wherever it is unpacked; undefined for what is none. */
export function builtOf(url: string): string | undefined {
  const path = pathOf(url)
  if (path.startsWith(`${root}dist/`)) return path.slice(root.length)
  return /\/mas-sdk\/(dist\/.*)/.exec(path)?.[1]
}
