import "./webhooks.css"
import { Split } from "../app/pane.tsx"
import type { View } from "../app/view.ts"
import { DeliveryPane } from "./detail.tsx"
import { Endpoints } from "./endpoints.tsx"
import { DeliveryList } from "./list.tsx"

export const webhooksView: View = {
  name: "webhooks",
  title: "Webhooks",
  Body: ({ route }) => (
    <Split
      list={
        <>
          <Endpoints route={route} />
          <DeliveryList route={route} />
        </>
      }
      detail={route.id === undefined ? null : <DeliveryPane id={route.id} route={route} />}
    />
  ),
}
