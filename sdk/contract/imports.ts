import * as z from "zod"
import { anyKey } from "./core/credentials.ts"
import { endpointsWith } from "./core/define-endpoints.ts"
import type * as models from "./core/models.gen.ts"
import { givenList, Id, IdParams, openEnum, Timestamp } from "./core/shared.ts"
import type { ImportFile } from "./core/upload.ts"

export type { ImportFile, NamedUpload, UploadContent } from "./core/upload.ts"

/** What can be imported. */
export const ImportResource = z.enum(["contacts"])
export type ImportResource = models.ImportResource

/** What to do with the imported rows. */
export const ImportOptions = z.strictObject(
  {
    /** The lists that imported contacts join. */
    list_ids: z.optional(givenList(z.array(Id))),
  },
  { error: ({ code }) => (code === "invalid_type" ? 'must be a JSON object such as {"list_ids": [1]}' : undefined) },
)
export interface ImportOptions extends models.ImportOptions {}

/** The parts of an import upload. Spec: Imports. */
export const ImportCreate = z.strictObject({
  /** CSV with a header row. Known columns: email, first_name, last_name, opt_in; others go to the contact's `data`. */
  file: z
    .custom<ImportFile>((value) => value !== undefined && value !== null, "is required")
    .meta({ type: "string", format: "binary", contentMediaType: "text/csv" }),
  /** What the rows are. */
  resource: ImportResource,
  /** Goes over the wire as one part of JSON text. */
  options: ImportOptions.optional(),
})
export interface ImportCreate extends models.ImportCreate {}

/** A row that was not imported: its line in the file from 1, the problem, and the row's text. */
export const ImportRowError: z.core.$ZodType<ImportRowError, ImportRowError> = z.tuple([
  z.int(),
  z.string(),
  z.string(),
])
export type ImportRowError = [line: number, problem: string, row: string]

/** An import under way or done. Spec: Imports. */
export const Import = z.looseObject({
  /** The import's id. */
  id: Id,
  /** What is imported. */
  resource: openEnum(ImportResource.options),
  /** `complete` when every row was looked at; `failed` where the file as a whole cannot be read. */
  status: openEnum(["pending", "processing", "complete", "failed"]),
  /** Rows of the file, without its header. */
  total_rows: z.int(),
  /** Rows imported so far. */
  success_rows: z.int(),
  /** Rows refused so far. */
  failed_rows: z.int(),
  /** 0 to 100. */
  progress_pct: z.number(),
  /** The first 1,000 rows that failed, each as `[line, problem, row]`; `failed_rows` counts them all. */
  import_errors: z.array(ImportRowError),
  /** The lists that its contacts join. */
  assigned_list_ids: z.array(Id),
  /** When the first row was read; null before. */
  started_at: Timestamp.nullish(),
  /** When it was over; null before. */
  ended_at: Timestamp.nullish(),
  /** When it was made. */
  created_at: Timestamp,
})
export interface Import extends models.Import {}

const { read, write } = endpointsWith({ section: "Imports", auth: anyKey })

/** Imports of CSV files. */
export const imports = {
  create: write({
    method: "POST",
    path: "/v1/my/imports",
    summary: "Import a CSV file",
    recipients: { indirect: "a flow may start at the contacts of the file and write to them" },
    feeds: "contact",
    body: ImportCreate,
    upload: "multipart",
    response: Import,
    status: 201,
    example: {
      body: { file: "email,first_name\nada@example.test,Ada\n", resource: "contacts", options: { list_ids: [1] } },
    },
  }),
  get: read({
    path: "/v1/my/imports/{id}",
    summary: "Show an import with its counts and row errors",
    params: IdParams,
    response: Import,
    example: { params: { id: 1 } },
  }),
} as const
