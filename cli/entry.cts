#!/usr/bin/env node
// From 22.8 on Node can keep what it makes of a program: a start takes a third less.
const nodeModule: object = process.getBuiltinModule("node:module")
if ("enableCompileCache" in nodeModule && typeof nodeModule.enableCompileCache === "function")
  nodeModule.enableCompileCache()

// The one place that ends the process. Everything else is in start.ts, which is bundled into this file.
// As it is now: a simulated day takes it from the programs that live in this process.
const exit = process.exit.bind(process)

// Not bundled: beside this file in dist, as among the sources.
const main = __filename.endsWith(".cts") ? "./main.ts" : "./main.cjs"
const loadMain = (): Promise<typeof import("./main.ts")> => import(main)

import("./start/start.ts").then(({ start }) => start(process, { folder: __dirname, exit, loadMain }))
