import type { PageQuery } from "../../contract/core/shared.ts"
import type {
  Template,
  TemplateCreate,
  TemplateTestResult,
  TemplateUpdate,
  TestTemplate,
} from "../../contract/templates.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** Message templates. */
export class Templates extends Resource {
  /** The brand's templates, 30 a page. Spec: Contacts, lists and other groups. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Template> {
    return this.listOf("templates.list", { query }, options)
  }

  /**
   * Add a template, in Liquid. Spec: Contacts, lists and other groups.
   * @throws UnprocessableEntityError when its Liquid cannot be read.
   */
  create(body: TemplateCreate, options?: RequestOptions): ApiPromise<Template> {
    return this.call("templates.create", { body }, options)
  }

  /** One template. Spec: Contacts, lists and other groups. */
  get(id: number, options?: RequestOptions): ApiPromise<Template> {
    return this.call("templates.get", { params: { id } }, options)
  }

  /**
   * Change a template; omitted fields stay unchanged, null clears. With `if_version` the change is made only if the
   * template still has that version. Spec: Contacts, lists and other groups.
   * @throws ConflictError with `errorCode` `template_version_conflict` when its version differs.
   */
  update(id: number, changes: TemplateUpdate, options?: RequestOptions): ApiPromise<Template> {
    return this.call("templates.update", { params: { id }, body: changes }, options)
  }

  /** Send a template to one address or several as a test; emits no webhook events. Spec: Contacts, lists and other groups. */
  sendTest(id: number, body: TestTemplate, options?: RequestOptions): ApiPromise<TemplateTestResult> {
    return this.call("templates.sendTest", { params: { id }, body }, options)
  }
}
