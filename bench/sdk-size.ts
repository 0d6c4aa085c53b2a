/**
 * The size of the built package in a program's bundle, minified and gzipped. For other platforms: everything, in one
 * file. For Node: without undici and code that loads on demand.
 *
 *     node scripts/build.mjs --if-stale && npx tsx bench/sdk-size.ts
 */
import { bundle, oneFile } from "./support/bundle.ts"

const kilobyte = 1024
const cases = [
  { name: "client", source: 'export { Mas } from "./dist/portable/index.js"', platform: "browser", reach: 36 },
  { name: "client on Node", source: 'export { Mas } from "./dist/index.js"', platform: "node", reach: 37.5 },
  {
    name: "client with every error, helper and webhook handler",
    source: 'export * from "./dist/portable/index.js"',
    platform: "browser",
    reach: Number.NaN,
  },
  { name: "mas-sdk/webhooks", source: 'export * from "./dist/portable/webhooks.js"', platform: "browser", reach: 11.6 },
] as const
for (const { name, source, platform, reach } of cases) {
  const { initial, onDemand } = await bundle(source, platform === "node" ? ["undici"] : [], platform)
  const size = (bytes: number) => `${(bytes / kilobyte).toFixed(2)} KB`
  const verdict = Number.isNaN(reach) ? "" : ` of at most ${reach} KB`
  const later = onDemand.gzipped > 0 ? `, and ${size(onDemand.gzipped)} that load on demand` : ""
  console.log(`${name}: ${size(initial.gzipped)}${verdict} (${size(initial.minified)} before gzip)${later}`)
  if (initial.gzipped > reach * kilobyte) process.exitCode = 1
}
const whole = (await oneFile('export { Mas } from "./dist/index.js"', ["undici"])) / kilobyte
console.log(`client on Node where a bundler makes one file of all: ${whole.toFixed(2)} KB of at most 72 KB`)
if (whole > 72) process.exitCode = 1
