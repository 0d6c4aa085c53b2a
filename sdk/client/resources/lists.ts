import type { PageQuery } from "../../contract/core/shared.ts"
import type { List, ListBulkResult, ListBulkUpdate, ListCreate } from "../../contract/lists.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Named sets of contacts. */
export class Lists extends Resource {
  /**
   * The brand's lists, 30 a page. The contacts of one: `mas.contacts.list({ list_id })`.
   * Spec: Contacts, lists and other groups.
   */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<List> {
    return this.listOf("lists.list", { query }, options)
  }

  /** Add a list. Spec: Contacts, lists and other groups. */
  create(body: ListCreate, options?: RequestOptions): ApiPromise<List> {
    return this.call("lists.create", { body }, options)
  }

  /**
   * Change the members of a list, by e-mail address, at most 10,000 at once. It creates no contacts, and
   * repeating it changes nothing. The result lists every address that was unknown, invalid or already as requested.
   * Spec: Contacts, lists and other groups.
   */
  updateContacts(id: number, body: ListBulkUpdate, options?: RequestOptions): ApiPromise<ListBulkResult> {
    return this.call("lists.updateContacts", { params: { id }, body }, options)
  }
}
