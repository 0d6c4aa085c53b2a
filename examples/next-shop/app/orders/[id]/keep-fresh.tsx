"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

/** Makes the server render the page again each second, without losing the scroll position. */
export function KeepFresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), 1_000)
    return () => clearInterval(timer)
  }, [router])
  return null
}
