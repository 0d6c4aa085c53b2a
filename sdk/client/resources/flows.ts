import type { PageQuery } from "../../contract/core/shared.ts"
import type { Flow, FlowCreate } from "../../contract/flows.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Automations: steps that run when an event happens. */
export class Flows extends Resource {
  /** The brand's flows, 30 a page. Spec: Contacts, lists and other groups. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Flow> {
    return this.listOf("flows.list", { query }, options)
  }

  /** Create a flow as a draft. Spec: Contacts, lists and other groups. */
  create(body: FlowCreate, options?: RequestOptions): ApiPromise<Flow> {
    return this.call("flows.create", { body }, options)
  }
}
