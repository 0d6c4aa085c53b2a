import words from "openapi-explorer/dist/es/languages/en.js"

/** In the stead of i18next, which the explorer asks for nothing else. */
export const getI18nText = (key: string): string => {
  const found = key.split(".").reduce<unknown>((at, part) => Object(at)[part], words.translation)
  return typeof found === "string" ? found : key
}

export const initI18n = (): void => undefined
