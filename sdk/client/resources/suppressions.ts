import type { PageQuery } from "../../contract/core/shared.ts"
import type { Suppression, SuppressionQuery } from "../../contract/suppressions.ts"
import type { RequestOptions } from "../options.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** A filter for suppressions, and the page. */
export interface SuppressionListQuery extends SuppressionQuery, PageQuery {}

/** Addresses that the account does not send to: after bounces and complaints, or set by hand. */
export class Suppressions extends Resource {
  /** The active suppressions, 30 a page; with `active: false` the expired ones. Spec: Suppressions and delivery. */
  list(query?: SuppressionListQuery, options?: RequestOptions): PagePromise<Suppression> {
    return this.listOf("suppressions.list", { query }, options)
  }
}
