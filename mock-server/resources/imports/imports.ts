/*
 * Endpoints, listed by `npm run generate`.
 * create: POST /v1/my/imports
 * get: GET /v1/my/imports/{id}
 */

import type { HandlersFor } from "../handlers-for.ts"
import { importView, startImport } from "./start-import.ts"

export const importHandlers: HandlersFor<"imports"> = {
  create: (world, caller, { body, upload }) => importView(startImport(world, caller, body, upload)),
  get: (world, caller, { params }) => importView(world.tables.imports.own(caller, params.id)),
}
