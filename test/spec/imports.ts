import type { IdParams, Import, ImportCreate } from "../../sdk/contract/index.ts"
import { endpoint, type Noun } from "./noun.ts"

const file = { file: "email\nada@example.test\n", resource: "contacts" }

export const imports: Noun<"imports"> = {
  section: "Imports",
  models: {
    Import:
      "id resource status total_rows success_rows failed_rows progress_pct import_errors assigned_list_ids started_at ended_at created_at",
    ImportCreate: "file resource options",
    ImportOptions: "list_ids",
  },
  endpoints: {
    create: endpoint<{ body: ImportCreate; answer: Import }>("POST /v1/my/imports", {
      decided: [201],
      prepare: true,
      ids: { "body.list_ids": (ids) => ({ body: { ...file, options: { list_ids: [1, ids.list] } } }) },
    }),
    get: endpoint<{ params: IdParams; answer: Import }>("GET /v1/my/imports/{id}", {
      decided: [200],
      ids: { "params.id": "import" },
    }),
  },
}
