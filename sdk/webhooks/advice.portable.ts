/** Off Node servers are of one style. */
export const usualAdvice = "hand it over before anything reads it"

export const adviceFor = (_request: object) => usualAdvice
