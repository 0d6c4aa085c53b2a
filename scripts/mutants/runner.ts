import { it, TestRunner } from "vitest"

/** Makes a test of loading a test file: Stryker counts tests, and takes a mutant that ends the loading for one that lives. */
export default class extends TestRunner {
  #failed: unknown

  override async importFile(...[path, source]: Parameters<TestRunner["importFile"]>): Promise<unknown> {
    try {
      return await super.importFile(path, source)
    } catch (error) {
      this.#failed = error
      return undefined
    } finally {
      if (source === "collect" && this.#failed !== undefined) {
        it("is loaded", () => {
          throw this.#failed
        })
      }
    }
  }
}
