"use client"

import { useRouter } from "next/navigation"
import { useEffect } from "react"

/** Has the server write the page again each second, without losing its place. */
export function KeepFresh() {
  const router = useRouter()
  useEffect(() => {
    const timer = setInterval(() => router.refresh(), 1_000)
    return () => clearInterval(timer)
  }, [router])
  return null
}
