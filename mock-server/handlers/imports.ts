import type { imports } from "../../sdk/contract/imports.ts"
import { notFound } from "../base/service-error.ts"
import { importPace } from "../domain/imports/import-task.ts"
import { importMachine } from "../machines/imports.ts"
import type { ImportRow } from "../store/tables/imports.ts"
import type { World } from "../world/world.ts"
import type { HandlersFor } from "./handlers-for.ts"
import { ownList } from "./lists.ts"

export const importHandlers: HandlersFor<typeof imports> = {
  create(world, caller, { body, upload }) {
    const { imports, importPieces } = world.tables
    const listIds = ownListIds(world, caller.brand.id, body.options?.list_ids ?? [])
    const row = imports.insert({
      id: imports.nextId(),
      brand_id: caller.brand.id,
      resource: body.resource,
      status: importMachine.initial,
      total_rows: 0,
      success_rows: 0,
      failed_rows: 0,
      progress_pct: 0,
      import_errors: [],
      assigned_list_ids: listIds,
      started_at: null,
      ended_at: null,
      created_at: world.timestamp(),
      progress: { size: upload.size, read: 0, offset: 0, line: 1, skipping: false, header: null },
    })
    for (const text of upload.pieces) importPieces.insert({ id: importPieces.nextId(), import_id: row.id, text })
    world.timers.schedule(world.now() + importPace, "import.read", row.id)
    return shown(row)
  },

  get(world, caller, { params }) {
    const row = world.tables.imports.get(params.id)
    if (row === undefined || row.brand_id !== caller.brand.id) throw notFound("Import")
    return shown(row)
  },
}

function shown({ brand_id: _, progress: __, ...row }: ImportRow) {
  return row
}

/** The lists that imported contacts join: each once, ascending. One that is not the brand's is a 404. */
function ownListIds(world: World, brandId: number, ids: readonly number[]): number[] {
  for (const id of ids) ownList(world, brandId, id)
  return [...new Set(ids)].sort((a, b) => a - b)
}
