#!/usr/bin/env node
// The one place that ends the process. Everything else is in start.ts, which is bundled into this file.
// As it is now: a simulated day takes it from the programs that live in this process.
const exit = process.exit.bind(process)

// Not bundled: beside this file in dist, as among the sources.
const main = __filename.endsWith(".cts") ? "./main.ts" : "./main.cjs"
const loadMain = (): Promise<typeof import("./main.ts")> => import(main)
const built = main.endsWith(".cjs") ? { file: `${__dirname}/main.cjs`, require } : undefined

import("./start/start.ts").then(({ start }) =>
  start(process, { folder: __dirname, exit, loadMain, built, isAlone: require.main === module }),
)
