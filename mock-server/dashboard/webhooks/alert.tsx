import { useEffect } from "preact/hooks"
import { endpoints } from "./rows.ts"

/** How many endpoints fail, for the tab. */
export function FailingEndpoints() {
  useEffect(() => endpoints.open(), [])
  const count = endpoints.find(({ status, failing_since }) => status !== "disabled" && !!failing_since).length
  return count > 0 ? (
    <small class="bad">
      ●{count} fail<span class="long">ing</span>
    </small>
  ) : null
}
