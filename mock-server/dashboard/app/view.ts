import type { ComponentType } from "preact"
import type { Route } from "./route.ts"

export interface ViewProps {
  readonly route: Route
}

/** One of the views between which the navigation goes. */
export interface View {
  /** First part of its address: `#/messages`. */
  readonly name: string
  readonly title: string
  readonly Body: ComponentType<ViewProps>
}
