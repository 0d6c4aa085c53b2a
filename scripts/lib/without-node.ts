import { existsSync } from "node:fs"
import { join } from "node:path"
import type { Plugin } from "esbuild"

/** Builds the client for platforms other than Node: `x.portable.ts` replaces `x.ts` where it exists. */
export const withoutNode: Plugin = {
  name: "without Node",
  setup({ onResolve }) {
    onResolve({ filter: /^\..*\.ts$/ }, ({ path, resolveDir }) => {
      const portable = join(resolveDir, path.replace(/\.ts$/, ".portable.ts"))
      return existsSync(portable) ? { path: portable } : undefined
    })
  },
}
