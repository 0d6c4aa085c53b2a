import type * as z from "zod"

type Key = string | number

/** Refuses a list with duplicate keys in `field`: otherwise only the last entry would count. */
export const distinct =
  <T>(field: Key, keyOf: (item: T) => Key): z.core.CheckFn<readonly T[]> =>
  ({ value, issues }) => {
    const seenKeys = new Set<Key>()
    for (const [index, item] of value.entries()) {
      const key = keyOf(item)
      if (seenKeys.has(key)) {
        issues.push({ code: "custom", input: item, message: "is there twice", path: [index, field] })
        return
      }
      seenKeys.add(key)
    }
  }

/** Refuses ids above the last assigned one: they would be assigned again. */
export const untilLast =
  <T extends { readonly lastId: number }>(
    listOf: (state: T) => readonly { readonly id: number }[],
  ): z.core.CheckFn<T> =>
  ({ value, issues }) => {
    const highest = listOf(value).reduce((most, { id }) => Math.max(most, id), 0)
    if (highest > value.lastId) {
      issues.push({
        code: "custom",
        input: value.lastId,
        message: `is below the existing id ${highest}`,
        path: ["lastId"],
      })
    }
  }
