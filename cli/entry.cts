#!/usr/bin/env node
// The one place that ends the process. Everything else is in start.ts, which is bundled into this file.
import("./start/start.ts").then(({ start }) => start(process, __dirname, (code) => process.exit(code)))
