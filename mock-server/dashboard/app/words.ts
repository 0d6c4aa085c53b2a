/** 10345 → "10,345" */
export const countText = (count: number): string => count.toLocaleString("en")

/** 10345 → "10K" */
export const shortCount = (count: number): string => count.toLocaleString("en", { notation: "compact" })

/** "1 delivery", "10,345 deliveries"; the plural adds an s when left out. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${countText(count)} ${count === 1 ? one : many}`

/** 0.04 → "<0.1 ms" */
export const durationText = (ms: number): string => (ms < 0.1 ? "<0.1 ms" : `${ms.toFixed(1)} ms`)
