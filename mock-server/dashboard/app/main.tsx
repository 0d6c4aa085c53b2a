import "./tokens.css"
import "./page.css"
import "./parts.css"
import { render } from "preact"
import { messagesView } from "../messages/view.tsx"
import { requestsView } from "../requests/view.tsx"
import { timeView } from "../time/view.tsx"
import { webhooksView } from "../webhooks/view.tsx"
import { worldView } from "../world/view.tsx"
import { goLive } from "./live.ts"
import { Shell } from "./shell.tsx"

const views = [messagesView, webhooksView, timeView, requestsView, worldView]

render(<Shell views={views} />, document.body)
goLive()
