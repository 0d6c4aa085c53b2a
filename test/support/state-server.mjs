import { createRequire } from "node:module"

// A server of the built package that keeps its world in a file, until it is killed. Arguments: the built mock server and the
// state file. Prints its address.

const [built = "", state = ""] = process.argv.slice(2)
const { startMockServer } = createRequire(import.meta.url)(built)
const server = await startMockServer({ port: 0, clock: "frozen", state })
process.stdout.write(`${server.url}\n`)
