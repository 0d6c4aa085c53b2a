import type { Import, ImportCreate } from "../../../sdk/contract/imports.ts"
import type { Caller } from "../../world/caller.ts"
import type { World } from "../../world/world.ts"
import { importPace } from "./import-task.ts"
import { importMachine } from "./machine.ts"
import type { ImportRow } from "./table.ts"
import type { Upload } from "./upload.ts"

export function importView({ brand_id: _, progress: __, ...view }: ImportRow): Import {
  return view
}

export function startImport(
  world: World,
  caller: Caller,
  { resource, options }: Pick<ImportCreate, "resource" | "options">,
  upload: Upload,
): ImportRow {
  const { imports, importPieces } = world.tables
  const listIds = ownListIds(world, caller, options?.list_ids ?? [])
  const row = imports.insert({
    id: imports.nextId(),
    brand_id: caller.brand.id,
    resource,
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
    progress: { size: upload.size, read: 0, offset: 0, line: 1, header: null },
  })
  for (const text of upload.pieces) importPieces.add(world, { import_id: row.id, text })
  world.timers.schedule(world.now() + importPace, "import.read", row.id)
  return row
}

function ownListIds(world: World, caller: Caller, ids: readonly number[]): number[] {
  for (const id of ids) world.tables.lists.own(caller, id)
  return [...new Set(ids)].sort((a, b) => a - b)
}
