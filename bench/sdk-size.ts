/**
 * Bytes that a program gets into its own bundle, one file, minified and gzipped: all but undici, and zod with the
 * contract's schemas, which are only loaded for `validateResponses`.
 *
 *     npx tsx bench/sdk-size.ts
 */
import { bundle } from "./support/bundle.ts"

const kilobyte = 1024
const cases = [
  { name: "client", source: 'export { Mas } from "./sdk/index.ts"', reach: 18 },
  {
    name: "client with every error, helper and webhook handler",
    source: 'export * from "./sdk/index.ts"',
    reach: Number.NaN,
  },
  { name: "mas-sdk/webhooks", source: 'export * from "./sdk/webhooks/index.ts"', reach: 3 },
]
for (const { name, source, reach } of cases) {
  const { initial } = await bundle(source, ["undici", "zod", "*/validate.ts"])
  const size = (bytes: number) => `${(bytes / kilobyte).toFixed(2)} KB`
  const verdict = Number.isNaN(reach) ? "" : ` of at most ${reach} KB`
  console.log(`${name}: ${size(initial.gzipped)}${verdict} (${size(initial.minified)} before gzip)`)
  if (initial.gzipped > reach * kilobyte) process.exitCode = 1
}
