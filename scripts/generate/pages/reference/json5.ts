/** In the stead of JSON5: a body goes out as JSON, or as it was typed. */
export default JSON
