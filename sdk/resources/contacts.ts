import type { ApiPromise } from "../answer/api-promise.ts"
import type { PagePromise } from "../answer/page.ts"
import type { Contact, ContactCreate, ContactQuery } from "../contract/contacts.ts"
import type { PageQuery } from "../contract/core/shared.ts"
import type { RequestOptions } from "../options.ts"
import { Resource } from "./resource.ts"

/** Which contacts, and which page of them. */
export interface ContactListQuery extends ContactQuery, PageQuery {}

/** The people that the brand writes to. */
export class Contacts extends Resource {
  /** The brand's contacts, or those of one list or search, 30 a page. Spec: Contacts, lists and other groups. */
  list(query?: ContactListQuery, options?: RequestOptions): PagePromise<Contact> {
    return this.listOf("contacts.list", { query }, options)
  }

  /**
   * Add a contact; when the brand has one with this e-mail address (capital letters do not matter), complete it.
   * The status tells which: 201 or 200, see `withResponse()`. Spec: Contacts, lists and other groups.
   * @throws UnprocessableEntityError when the address is not one.
   */
  create(body: ContactCreate, options?: RequestOptions): ApiPromise<Contact> {
    return this.call("contacts.create", { body }, options)
  }
}
