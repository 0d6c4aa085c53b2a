import { expect, it } from "vitest"
import { type Day, simulate } from "../../../mock-server/index.ts"

// Each takes a second or two: before it fails, a day waits that long for what may be real work.

const never = () => new Promise<never>(() => {})

it.each<[string, (day: Day) => unknown, string]>([
  [
    "a crash callback that never ends",
    (day) => {
      day.process("shop", () => ({}), { crash: never })
    },
    "Closing a program at the end of the day does not end",
  ],
  [
    "a check after every step that waits for virtual time",
    (day) => day.always("well", () => day.sleep(1)),
    "well: The check waits for virtual time",
  ],
  [
    "a check after every step that waits for nothing",
    (day) => day.always("well", never),
    "well: The check waits for virtual time",
  ],
  [
    "a check at the end that waits for virtual time",
    (day) => day.eventually("later", () => day.sleep(1)),
    "later: The check waits for virtual time",
  ],
])("a day fails by %s", async (_, begin, message) => {
  const body = (day: Day) => {
    begin(day)
    return day.sleep("1m")
  }
  await expect(simulate({ seed: 1, faults: "calm", shrinkFor: 0 }, body)).rejects.toThrow(message)
})
