import { existsSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { folderName } from "../../../cli/templates/folder-name.ts"
import { escapeHtml, html } from "../../../mock-server/service/request/pages/html.ts"
import { visibleLine } from "../../../sdk/contract/core/clean-text.ts"
import { safeFileName } from "../../../sdk/files/safe-file-name.ts"
import { evilTexts, harmInHtml, harmInName, harmInTerminal } from "../../support/evil-texts.ts"
import { temporaryFolder } from "../../support/temporary-folder.ts"

describe.each(evilTexts)("the evil text %j", (text) => {
  it("is a harmless name of a file and of a folder", () => {
    const folder = temporaryFolder()
    for (const name of [safeFileName(text), folderName(text, [])]) {
      expect([harmInName(name), Buffer.byteLength(name) <= 255]).toEqual([undefined, true])
      writeFileSync(join(folder, name), "")
      expect([existsSync(join(folder, name)), readdirSync(folder).includes(name)]).toEqual([true, true])
    }
  })

  it("is text in a page, and one line of a log", () => {
    expect(harmInHtml(escapeHtml(text))).toBeUndefined()
    expect(html`<a href="${escapeHtml(text)}">`).not.toMatch(/<a href="[^"]*"[^>]/)
    expect([harmInTerminal(visibleLine(text)), visibleLine(text).includes("\n")]).toEqual([undefined, false])
  })
})

it("a name or a page without its cleaner is seen", () => {
  expect(evilTexts.filter((text) => harmInName(text) !== undefined).length).toBeGreaterThan(30)
  expect(evilTexts.filter((text) => harmInHtml(text) !== undefined).length).toBeGreaterThan(5)
})
