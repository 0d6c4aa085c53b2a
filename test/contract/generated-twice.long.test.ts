import { expect, it } from "vitest"
import { builtOutputs, committedOutputs } from "../../scripts/generate/outputs.ts"

const renderAll = () => Promise.all([...committedOutputs, ...builtOutputs].map(({ render }) => render()))

it("what is generated comes out the same twice", { timeout: 120_000 }, async () => {
  const [first, second] = [await renderAll(), await renderAll()]
  expect(first.map((text, index) => text === second[index])).not.toContain(false)
})
