import { createInterface } from "node:readline"

for await (const line of createInterface({ input: process.stdin })) {
  const { id, to } = JSON.parse(line)
  console.log(`To do: job ${id} for ${to}`)
}
