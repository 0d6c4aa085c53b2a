import {
  compilers,
  environments,
  forms,
  resolutions,
  runners,
  runtimes,
  titleOf,
  toolVersions,
} from "../../test/runtimes/cells.ts"
import { table } from "./reference/markdown.ts"

/** `docs/support.md`: the cells of `test/runtimes/cells.ts`, which are the ones that the tests walk. */
export function renderSupport(): string {
  return `${[
    "<!-- Written by `npm run generate` from test/runtimes/cells.ts. Do not edit. -->",
    "# What runs where",
    introduction,
    "## Runtimes and bundlers",
    marks(
      "Runtime",
      forms,
      runtimes.map((runtime) => [titleOf(runtime), forms.map((form) => runtime.forms.includes(form))]),
    ),
    aboutRuntimes(),
    "## Test runners",
    marks(
      "Runner",
      environments,
      runners.map((runner) => [`${runner} ${toolVersions[runner]}`, environments.map(() => true)]),
    ),
    aboutRunners(),
    "## TypeScript",
    marks(
      "Compiler",
      resolutions,
      Object.keys(compilers).map((version) => [`TypeScript ${version}`, resolutions.map(() => true)]),
    ),
    aboutTypes,
    "## Policy",
    policy,
  ].join("\n\n")}\n`
}

const introduction = `Each \`yes\` is a test that runs the packed tarball there: \`npm test -- --all\` runs all of them, \`npm test\` those on Node and in
Chromium. A test fails where this page says more or less than what ran. What a table names is
installed when the tests ask for it; one that cannot be had is skipped, with the reason.

Everywhere it is the same program, \`test/runtimes/journey.mjs\`, against a mock server on loopback: it reads the account, whose
first answer is a 503; walks through a paged list; sends a message twice with one idempotency key; catches a 422 by its class;
uploads and downloads a file; signs and verifies a webhook, and refuses a forged one. The test compares what it answers, and what
the service has seen.`

const version = (name: string) => `${name} ${toolVersions[name]}`

const aboutRuntimes =
  () => `Bundled by ${["esbuild", "Rollup", "Vite"].map(version).join(", ")} and ${version("webpack")}, with the conditions of the
package's \`exports\` that such a place has: \`node\`, \`bun\`, \`deno\`, \`workerd\`, \`edge-light\` or \`browser\`. Workers have no
compatibility flags set. In a browser the calls go to the page's own origin, which passes them on: the service takes none of
others. The mock server runs on Node, bundled by each of the four as well. Its pages and its OpenAPI document are read from the
installed package.`

const aboutRunners = () => `With ${version("jsdom")} and ${version("happy-dom")}. Jest's jsdom has neither \`fetch\` nor
\`TextEncoder\` nor WebCrypto, which every browser has: its environment is given those of Node.`

const aboutTypes = `Each with and without \`skipLibCheck\` and \`exactOptionalPropertyTypes\`, always \`strict\`; \`Node16\` and \`NodeNext\` as an ES
module and as CommonJS. A program with a mistake in it does not compile. \`mas-sdk/msw\` is tried from TypeScript 5.9 on: an
older one finds a mistake in declarations that MSW brings along.`

const policy = `- **Node.js:** 22, 24 and 26 are supported. 20 has ended: 20.19 works and is tested, without a promise beyond 0.x. A line ends here with a
  minor version, at the earliest when its makers end it: 22 in April 2027, 24 in April 2028, 26 in April 2029.
- **What needs more than Node 20:** MSW 3, and TypeScript files that Node runs itself.
- **TypeScript:** the versions above. The oldest ends with a minor version, two years after it came out at the earliest.
- **Other runtimes and bundlers:** the newest version at the time of a release; an older one as long as it happens to work.
- **A patch** mends what did not do as documented. **A minor version** adds methods, options, fields, event types, flags and exit codes;
  before 1.0 it may also change an interface, and the changelog says how to follow. **A major version** may change anything.
- **What counts as the interface:** what the package exports and its types say, documented commands, flags, JSON output and exit codes,
  the control API, fixtures, and the format of stores, profiles and idempotency keys. Texts for people, ids and the seed of
  the mock server, and files that are not named in \`exports\` do not.
- **Fixes** go into the newest minor version. What is dangerous is mended in the one before, too, for six months.
- **What ends** is marked \`@deprecated\` for a minor version first, with what to write instead.`

/** A table with `yes` where a row has a column. */
function marks(
  heading: string,
  columns: readonly string[],
  rows: readonly (readonly [name: string, has: readonly boolean[]])[],
): string {
  const cells = rows.map(([name, has]) => [name, ...has.map((one) => (one ? "yes" : ""))])
  return table([heading, ...columns], cells)
}
