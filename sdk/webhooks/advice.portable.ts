/** Off Node servers are of one style. */
export const adviceFor = (_request: object) => "hand it over before anything reads it"
