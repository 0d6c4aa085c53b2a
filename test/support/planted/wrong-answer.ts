import { createMockService } from "../../../mock-server/index.ts"

/** Lets a mock service answer what the OpenAPI document does not declare; says nothing against it itself. */
export async function answerWrongly(field: string): Promise<void> {
  const { world, apiKey, close } = createMockService()
  const snapshot = JSON.parse(JSON.stringify(world.snapshot()))
  snapshot.tables.lists.rows[0][field] = "wrong"
  world.restore(snapshot)
  await world.fetch(`${world.url}/v1/my/lists`, { headers: { Authorization: `Bearer ${apiKey}` } })
  await close()
}
