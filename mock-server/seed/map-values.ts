/** Maps the values of a record; `at` counts from 0. */
export function mapValues<K extends string, V, W>(
  record: Readonly<Record<K, V>>,
  map: (value: V, key: K, at: number) => W,
): Record<K, W> {
  const entries = Object.entries<V>(record).map(([key, value], index) => [key, map(value, key as K, index)])
  return Object.fromEntries(entries) as Record<K, W>
}
