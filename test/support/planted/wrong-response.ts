import { createMockService } from "../../../mock-server/index.ts"
import { Collection } from "../../../mock-server/store/collection.ts"

/** Makes a mock service give a response that the OpenAPI document does not declare. Does not check it itself. */
export async function answerWrongly(field: string): Promise<void> {
  const { world, apiKey, close } = createMockService()
  const { page } = Collection.prototype
  Collection.prototype.page = function (...args) {
    const { rows, ...rest } = page.apply(this, args)
    return { ...rest, rows: rows.map((row) => ({ ...row, [field]: "wrong" })) }
  }
  await world.fetch(`${world.url}/v1/my/lists`, { headers: { Authorization: `Bearer ${apiKey}` } })
  Collection.prototype.page = page
  await close()
}
