import type { Contact, ContactCreate, ContactQuery } from "../../contract/contacts.ts"
import type { PageQuery } from "../../contract/core/shared.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** A filter for contacts, and the page. */
export interface ContactListQuery extends ContactQuery, PageQuery {}

/** The people that the brand writes to. */
export class Contacts extends Resource {
  /** The brand's contacts, or those of one list or search, 30 a page. Spec: Contacts, lists and other groups. */
  list(query?: ContactListQuery, options?: RequestOptions): PagePromise<Contact> {
    return this.listOf("contacts.list", { query }, options)
  }

  /**
   * Add a contact, or update the one with this e-mail address (case-insensitive). `opt_in: false` unsubscribes, also a
   * contact that is there already; without `opt_in` that one's subscription stays as it is.
   * The status is 201 for a new contact and 200 otherwise, see `withResponse()`. Spec: Contacts, lists and other groups.
   * @throws UnprocessableEntityError when the address is invalid.
   */
  create(body: ContactCreate, options?: RequestOptions): ApiPromise<Contact> {
    return this.call("contacts.create", { body }, options)
  }
}
