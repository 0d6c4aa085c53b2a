import type { View } from "../app/view.ts"

export const webhooksView: View = { name: "webhooks", title: "Webhooks", Body: () => <p>…</p> }
