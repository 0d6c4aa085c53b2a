import axe from "axe-core"
import type { Page } from "playwright-core"

/** Adds axe to every page opened from now on: by the debugger, to which the policy of a page does not apply. */
export const injectAxe = (page: Page) => page.addInitScript(axe.source)

/** What axe finds on the open page: each violated rule, with the first element. */
export async function violationsIn(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  // Without `resultTypes`, axe also describes every element that passed, which takes most of its time.
  const optionsJson = JSON.stringify({ resultTypes: ["violations"], ...options })
  const { violations }: axe.AxeResults = await page.evaluate(`axe.run(${optionsJson})`)
  return violations.map(({ id, nodes }) => `${id} at ${nodes[0]?.html}`)
}

/** What axe finds in light mode, and in dark mode, where only the colours differ. Leaves the page in light mode. */
export async function violationsInBothModes(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" })
  const inLight = await violationsIn(page, options)
  await page.emulateMedia({ colorScheme: "dark" })
  const inDark = await violationsIn(page, { ...options, runOnly: ["color-contrast"] })
  await page.emulateMedia({ colorScheme: "light" })
  return [...inLight, ...inDark]
}
