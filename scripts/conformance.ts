import { conformance } from "../test/conformance/main.ts"

// Usage: npm run conformance -- --base-url URL [--key KEY] [--public-key KEY] [--brand SID] [--writes] [--rule NUMBER …]
// Exit code 0: all checks passed; 1: a check failed; 2: there was nothing to check.
process.exitCode = await conformance(process.argv.slice(2), process.env, (line) => console.log(line))
