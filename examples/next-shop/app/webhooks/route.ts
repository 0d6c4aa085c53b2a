import { shopIn } from "../../lib/shop.ts"

/** The service's webhooks. Under test the endpoint's address names the world: `/webhooks?world=w1`. */
export function POST(request: Request): Promise<Response> {
  return shopIn(new URL(request.url).searchParams.get("world")).takeWebhook(request)
}
