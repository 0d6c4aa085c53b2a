#!/usr/bin/env node
// Node 22.8 and later cache compiled code: starting takes a third less time.
const nodeModule: object = process.getBuiltinModule("node:module")
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function")
  nodeModule.enableCompileCache()

// The only place that ends the process. The rest is in start.ts, which is bundled into this file. Bound here, because a
// simulated day replaces process.exit for the programs that run in this process.
const exit = process.exit.bind(process)

// Not bundled: next to this file in dist and in the sources.
const main = __filename.endsWith(".cts") ? "./main.ts" : "./main.cjs"
const loadMain = (): Promise<typeof import("./main.ts")> => import(main)

import("./start/start.ts").then(({ start }) => start(process, { folder: __dirname, exit, loadMain }))
