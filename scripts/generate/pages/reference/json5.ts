/** Replaces JSON5: a body is sent as JSON, or as typed. */
export default JSON
