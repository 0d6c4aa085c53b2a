import words from "openapi-explorer/dist/es/languages/en.js"

/** Replaces i18next, of which the explorer uses only this function. */
export const getI18nText = (key: string): string => {
  const found = key.split(".").reduce<unknown>((at, part) => Object(at)[part], words.translation)
  return typeof found === "string" ? found : key
}

export const initI18n = (): void => undefined
