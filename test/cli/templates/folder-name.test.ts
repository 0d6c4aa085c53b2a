import { expect, it } from "vitest"
import { folderName } from "../../../cli/templates/folder-name.ts"

it.each([
  ["Receipt", "receipt"],
  ["  Order #12: it's on its way!  ", "order-12-it-s-on-its-way"],
  ["Größe / cafe\u0301", "größe-café"],
  ["注文の確認", "注文の確認"],
  ["हिन्दी", "हिन्दी"],
  ["🎉", "template"],
  ["../../etc/passwd", "etc-passwd"],
  ["CON", "template-con"],
  ["com1", "template-com1"],
  ["COM\u00b9", "template-com\u00b9"],
  ["com\u00b2", "template-com\u00b2"],
  ["LPT\u00b3", "template-lpt\u00b3"],
  ["lpt\u2074", "lpt\u2074"],
  ["Partials", "template-partials"],
  ["x".repeat(200), "x".repeat(60)],
])("a template named %j has the folder %s", (name, folder) => {
  expect(folderName(name, [])).toBe(folder)
})

it("a folder whose name is taken, or differs only in case, gets a number", () => {
  expect(folderName("Tea", ["TEA", "tea-2"])).toBe("tea-3")
  expect(folderName("Strasse", ["straße"])).toBe("strasse-2")
})
