import type { View } from "../app/view.ts"

export const requestsView: View = { name: "requests", title: "Requests", Body: () => null }
