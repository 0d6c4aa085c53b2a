import type { FormReceipt, FormSubmission } from "../../contract/public-forms.ts"
import type { RequestOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import { Resource } from "./resource.ts"

/** Website forms, with the brand's public key (`maspk_live_…`) as `apiKey`: secret keys are refused. */
export class PublicForms extends Resource {
  /**
   * Submit a website form: the visitor joins the list. The response is the same whether or not the address was known.
   * Spec: Authentication.
   * @throws PermissionDeniedError when the key is not a public key.
   * @throws UnprocessableEntityError when the address is invalid.
   */
  submit(body: FormSubmission, options?: RequestOptions): ApiPromise<FormReceipt> {
    return this.call("publicForms.submit", { body }, options)
  }
}
