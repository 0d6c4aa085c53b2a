import { readFileSync } from "node:fs"
import { createRequire } from "node:module"
import { pathToFileURL } from "node:url"

// Usage: node edge.mjs <package.json next to @edge-runtime/vm> <bundle> <settings as JSON>
// Runs a bundle in Vercel's edge runtime and prints the result of its `run`.

const [tools = "", bundle = "", settings = "{}"] = process.argv.slice(2)
const { EdgeVM } = await import(pathToFileURL(createRequire(tools).resolve("@edge-runtime/vm")).href)

const vm = new EdgeVM()
vm.evaluate(readFileSync(bundle, "utf8"))
console.log(await vm.evaluate(`program.run(${settings}).then(JSON.stringify)`))
