import "./tokens.css"
import "./page.css"
import "./parts.css"
import "../messages/messages.css"
import "../requests/requests.css"
import "../webhooks/webhooks.css"
import "../world/world.css"
import { render } from "preact"
import { MessagePane } from "../messages/detail.tsx"
import { MessageCount, MessageList } from "../messages/list.tsx"
import { RequestPane } from "../requests/detail.tsx"
import { Errors } from "../requests/errors.tsx"
import { RequestList } from "../requests/list.tsx"
import { Time } from "../time/time.tsx"
import { FailingEndpoints } from "../webhooks/alert.tsx"
import { DeliveryPane } from "../webhooks/detail.tsx"
import { Endpoints } from "../webhooks/endpoints.tsx"
import { DeliveryList } from "../webhooks/list.tsx"
import { World } from "../world/view.tsx"
import { goLive } from "./live.ts"
import { split } from "./pane.tsx"
import { Shell, type View } from "./shell.tsx"

const views: readonly View[] = [
  { name: "messages", title: "Messages", Note: MessageCount, Body: split("message", MessagePane, MessageList) },
  {
    name: "webhooks",
    title: "Webhooks",
    Note: FailingEndpoints,
    Body: split("delivery", DeliveryPane, Endpoints, DeliveryList),
  },
  { name: "requests", title: "Requests", Body: split("request", RequestPane, Errors, RequestList) },
  { name: "time", title: "Time", Body: Time },
  { name: "data", title: "Data", Body: World },
]

render(<Shell views={views} />, document.body)
goLive()
