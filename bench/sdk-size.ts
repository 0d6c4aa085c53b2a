/**
 * Bytes that a program gets into its own bundle, one file, minified and gzipped: off Node whole, on Node all but undici.
 *
 *     npx tsx bench/sdk-size.ts
 */
import { bundle } from "./support/bundle.ts"

const kilobyte = 1024
const client = 'export { Mas } from "./sdk/index.ts"'
const cases = [
  { name: "client", source: client, platform: "browser", reach: 18 },
  { name: "client on Node", source: client, platform: "node", reach: 20 },
  {
    name: "client with every error, helper and webhook handler",
    source: 'export * from "./sdk/index.ts"',
    platform: "browser",
    reach: Number.NaN,
  },
  { name: "mas-sdk/webhooks", source: 'export * from "./sdk/webhooks/index.ts"', platform: "browser", reach: 3 },
] as const
for (const { name, source, platform, reach } of cases) {
  const { initial } = await bundle(source, platform === "node" ? ["undici"] : [], platform)
  const size = (bytes: number) => `${(bytes / kilobyte).toFixed(2)} KB`
  const verdict = Number.isNaN(reach) ? "" : ` of at most ${reach} KB`
  console.log(`${name}: ${size(initial.gzipped)}${verdict} (${size(initial.minified)} before gzip)`)
  if (initial.gzipped > reach * kilobyte) process.exitCode = 1
}
