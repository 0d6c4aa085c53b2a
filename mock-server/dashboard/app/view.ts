import type { ComponentType } from "preact"
import type { Route } from "./route.ts"

/** One of the views between which the navigation goes. */
export interface View {
  /** First part of its address: `#/messages`. */
  readonly name: string
  readonly title: string
  readonly Body: ComponentType<{ readonly route: Route }>
}
