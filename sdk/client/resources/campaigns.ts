import type { Campaign, CampaignCreate, CampaignUpdate, SendCampaign } from "../../contract/campaigns.ts"
import type { PageQuery } from "../../contract/core/shared.ts"
import type { RequestOptions, WaitOptions } from "../options.ts"
import type { ApiPromise } from "../response/api-promise.ts"
import type { PagePromise } from "../response/page.ts"
import { Resource } from "./resource.ts"

/** How to wait for a campaign. */
export interface CampaignWaitOptions extends WaitOptions<Campaign> {}

/** Messages to many contacts. They emit no webhook events. */
export class Campaigns extends Resource {
  /** The brand's campaigns, 30 a page. Spec: Contacts, lists and other groups. */
  list(query?: PageQuery, options?: RequestOptions): PagePromise<Campaign> {
    return this.listOf("campaigns.list", { query }, options)
  }

  /** Create a campaign as a draft. Spec: Contacts, lists and other groups. */
  create(body: CampaignCreate, options?: RequestOptions): ApiPromise<Campaign> {
    return this.call("campaigns.create", { body }, options)
  }

  /** One campaign. Spec: Contacts, lists and other groups. */
  get(id: number, options?: RequestOptions): ApiPromise<Campaign> {
    return this.call("campaigns.get", { params: { id } }, options)
  }

  /**
   * Change a campaign; omitted fields stay unchanged, null clears. Spec: Contacts, lists and other groups.
   * @throws UnprocessableEntityError with `errorCode` `campaign_locked` when it is no longer `editable`.
   */
  update(id: number, changes: CampaignUpdate, options?: RequestOptions): ApiPromise<Campaign> {
    return this.call("campaigns.update", { params: { id }, body: changes }, options)
  }

  /**
   * Send a campaign to its audience, now or at `deliver_at`. Cannot be undone once it is live. See `waitUntilDone`. Its
   * messages count towards the sending limit of 24 hours: a larger audience takes as many days as `account.reach`
   * estimates, and `sent_count` shows the progress. Spec: Contacts, lists and other groups.
   * @throws UnprocessableEntityError when it has no audience or no template.
   * @throws ConflictError with `errorCode` `duplicate_campaign_send` when it was sent before.
   */
  send(id: number, body?: SendCampaign, options?: RequestOptions): ApiPromise<Campaign> {
    return this.call("campaigns.send", { params: { id }, body }, options)
  }

  /**
   * Poll a campaign until it is `completed`: it was sent to everyone, and `sent_count` is their number. A campaign that
   * is scheduled after `timeout`, or larger than the sending limit of a day, needs a longer `timeout`.
   * Spec: Contacts, lists and other groups.
   * @throws WaitError, with the campaign, when it is cancelled or archived, or needs action: a draft must be sent, a
   * paused one resumed.
   * @throws TimeoutError when it takes longer than `timeout`.
   */
  waitUntilDone(id: number, options?: CampaignWaitOptions): Promise<Campaign> {
    return this.waitFor(
      {
        what: `campaign ${id}`,
        read: (each) => this.get(id, each),
        isDone: ({ status }) => status === "completed",
        whyHopeless,
      },
      options,
    )
  }
}

function whyHopeless({ status }: Campaign): string | undefined {
  if (status === "draft") return "it is a draft: send it first"
  if (status === "paused") return "it is paused: resume it, then wait again"
  return status === "cancelled" || status === "archived" ? `it is ${status}` : undefined
}
