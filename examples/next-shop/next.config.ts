import type { NextConfig } from "next"

const config: NextConfig = {
  // The dashboard's address ends in a slash: /mas/_mock/.
  skipTrailingSlashRedirect: true,
}

export default config
