import type { PageQuery } from "../../contract/core/shared.ts"
import type { Segment } from "../../contract/segments.ts"
import type { RequestOptions } from "../options.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Contacts by filter. */
export class Segments extends Resource {
  /** The brand's segments, 30 a page; `cached_count` is as of the last count. Spec: Contacts, lists and other groups. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Segment> {
    return this.listOf("segments.list", { query }, options)
  }
}
