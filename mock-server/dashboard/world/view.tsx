import type { View } from "../app/view.ts"

export const worldView: View = { name: "world", title: "World", Body: () => null }
