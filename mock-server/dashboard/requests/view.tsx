import "./requests.css"
import { Split } from "../app/pane.tsx"
import type { View } from "../app/view.ts"
import { RequestPane } from "./detail.tsx"
import { Errors } from "./errors.tsx"
import { RequestList } from "./list.tsx"

export const requestsView: View = {
  name: "requests",
  title: "Requests",
  Body: ({ route }) => (
    <Split
      list={
        <>
          <Errors />
          <RequestList route={route} />
        </>
      }
      detail={route.id === undefined ? null : <RequestPane id={route.id} route={route} />}
    />
  ),
}
