import { importView, startImport } from "../domain/imports/start-import.ts"
import type { HandlersFor } from "./handlers-for.ts"

export const importHandlers: HandlersFor<"imports"> = {
  create: (world, caller, { body, upload }) => importView(startImport(world, caller, body, upload)),
  get: (world, caller, { params }) => importView(world.tables.imports.own(caller, params.id)),
}
