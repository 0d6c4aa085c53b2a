/** Ages what Redis holds, since its clock cannot be moved. With a second argument only leases, which are few. */
export const age = `for _, key in ipairs(redis.call("KEYS", "*")) do
  local left = redis.call("PTTL", key) - ARGV[1]
  local ends, owner = string.match(redis.call("GET", key), "^(%d+) (.*)")
  if left <= 0 then redis.call("DEL", key)
  elseif ends then redis.call("SET", key, string.format("%.0f", ends - ARGV[1]) .. " " .. owner, "PX", left)
  elseif not ARGV[2] then redis.call("PEXPIRE", key, left) end
end`

/** The same for Postgres. */
export const back = (ms: number): string => `update mas_webhooks set until = until - interval '${ms} milliseconds'`
