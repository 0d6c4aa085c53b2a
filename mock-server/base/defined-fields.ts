type DefinedFields<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> }

/** The fields that are not undefined. */
export const definedFields = <T extends object>(fields: T): DefinedFields<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as DefinedFields<T>
