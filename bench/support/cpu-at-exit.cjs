// Preloaded into a process that bench/cli-start.ts measures: tells its CPU time when it ends, on a pipe of its own.
const { writeSync } = require("node:fs")
process.on("exit", () => {
  const { user, system } = process.cpuUsage()
  writeSync(3, String(user + system))
})
