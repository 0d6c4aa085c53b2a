import "./messages.css"
import { Split } from "../app/pane.tsx"
import type { View } from "../app/view.ts"
import { MessagePane } from "./detail.tsx"
import { MessageList } from "./list.tsx"

export const messagesView: View = {
  name: "messages",
  title: "Messages",
  Body: ({ route }) => (
    <Split
      list={<MessageList route={route} />}
      detail={route.id === undefined ? null : <MessagePane id={route.id} route={route} />}
    />
  ),
}
