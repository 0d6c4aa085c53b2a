import { join } from "node:path"
import { afterAll, describe, it } from "vitest"
import { root } from "../support/files.ts"
import { skipped } from "../support/skipped.ts"
import { noBrowser } from "./browser-page.ts"
import type { Form, Runtime } from "./cells.ts"
import { Programs } from "./programs.ts"
import { closeServer, prove } from "./world.ts"

const programs = new Programs()
afterAll(async () => {
  await closeServer()
  programs.remove()
})

/** Only installed tools: this Node, a browser, and the bundler that builds the project. */
const node: Runtime = {
  name: `Node ${process.versions.node}`,
  kind: "node",
  forms: ["ES modules", "CommonJS", "esbuild"],
}
const travel = (runtime: Runtime, form: Form) => prove((settings) => programs.travel(runtime, form, settings))

describe("the package", () => {
  it("bundles with esbuild", async () => {
    await programs.bundle("esbuild", ["node", "browser"], join(root, "package.json"))
  })

  it.each(node.forms)("works on this Node (%s)", { tags: "slow" }, (form) => travel(node, form))

  it.skipIf(noBrowser)(`works in Chromium, bundled by esbuild${skipped(noBrowser)}`, () =>
    travel({ name: "Chromium", kind: "browser", forms: ["esbuild"] }, "esbuild"),
  )
})
