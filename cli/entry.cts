#!/usr/bin/env node
// Node 22.8 and later cache compiled code: starting takes a third less time.
const nodeModule: object = process.getBuiltinModule("node:module")
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function") {
  const { HOME, NODE_COMPILE_CACHE, XDG_CACHE_HOME } = process.env
  const cache = XDG_CACHE_HOME || (HOME && `${HOME}/.cache`)
  // By default it is below /tmp, where another user could have put code. On Windows each user has a folder of their own there.
  if (NODE_COMPILE_CACHE || process.platform === "win32") nodeModule.enableCompileCache()
  else if (cache) nodeModule.enableCompileCache(`${cache}/mas-sdk`)
}

// The only place that ends the process. The rest is in start.ts, which is bundled into this file. Bound here, because a
// simulated day replaces process.exit for the programs that run in this process.
const exit = process.exit.bind(process)

// Not bundled: next to this file in dist and in the sources.
const main = __filename.endsWith(".cts") ? "./main.ts" : "./main.cjs"
const loadMain = (): Promise<typeof import("./main.ts")> => import(main)

import("./start/start.ts").then(({ start }) => start(process, { folder: __dirname, exit, loadMain }))
