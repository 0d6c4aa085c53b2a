import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, expect, it } from "vitest"
import { Home } from "./own/run.ts"

const home = new Home()
afterAll(() => home.remove())
const file = (name: string, text: string) => writeFileSync(join(home.folder, name), text)

it.each([
  ["slip.mjs", "export default () => {\n  let x = ;\n}"],
  ["slip.cjs", "module.exports = () => {\n  let x = ;\n}"],
])("mas simulate names the line at which %s cannot be parsed", async (name, text) => {
  file(name, text)
  const { code, err } = await home.run(["simulate", name])
  expect([code, JSON.parse(err).error.hint]).toEqual([2, expect.stringContaining(`${name}:2.`)])
  expect(JSON.parse(err).error.message).toContain(`cannot load ${name}: Unexpected token`)
})
