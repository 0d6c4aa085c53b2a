import type { Import, ImportCreate } from "../../contract/imports.ts"
import type { RequestOptions, WaitOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** How to wait for an import. */
export interface ImportWaitOptions extends WaitOptions<Import> {}

/** Imports of CSV files. */
export class Imports extends Resource {
  /**
   * Upload a CSV file and start importing it; the file is streamed, whatever its size. `file` is a Blob, bytes in memory,
   * a stream, text as `{ content, filename }`, or on Node a path or `file:` URL. Contacts join the lists in
   * `options.list_ids`. An upload that may have been received is not repeated. See `waitUntilDone`. Spec: Imports.
   * @example const { id } = await mas.imports.create({ file: "contacts.csv", resource: "contacts" })
   * @throws UnprocessableEntityError when the file, the resource or the options are refused.
   */
  create(body: ImportCreate, options?: RequestOptions): ApiPromise<Import> {
    return this.call("imports.create", { body }, options)
  }

  /** One import with its status, exact counts and the first 1,000 row errors. Spec: Imports. */
  get(id: number, options?: RequestOptions): ApiPromise<Import> {
    return this.call("imports.get", { params: { id } }, options)
  }

  /**
   * Poll an import until it is `complete`. Refused rows do not fail it: see `failed_rows` and `import_errors` of the
   * result. Spec: Imports.
   * @throws WaitError, with the import, and the reason in its message, when the whole import failed.
   * @throws TimeoutError when it takes longer than `timeout`.
   */
  waitUntilDone(id: number, options?: ImportWaitOptions): Promise<Import> {
    return this.waitFor(
      {
        what: `import ${id}`,
        read: (each) => this.get(id, each),
        isDone: ({ status }) => status === "complete",
        whyHopeless,
      },
      options,
    )
  }
}

/** Omits the text of rows: it is personal data. */
function whyHopeless({ status, import_errors = [] }: Import): string | undefined {
  if (status !== "failed") return undefined
  const rows = import_errors.slice(0, 3).map(([line, problem]) => `line ${line} ${problem}`)
  const more = import_errors.length > 3 ? `; and ${import_errors.length - 3} more` : ""
  return rows.length > 0 ? `it failed: ${rows.join("; ")}${more}` : "it failed"
}
