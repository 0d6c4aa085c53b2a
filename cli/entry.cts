#!/usr/bin/env node
// The one place that ends the process. Everything else is in start.ts, which is bundled into this file.
const exit = (code: number) => process.exit(code)

function loadMain(): typeof import("./main.ts") {
  return require("./main.cjs")
}

import("./start/start.ts").then(({ start }) => start(process, { folder: __dirname, exit, loadMain }))
