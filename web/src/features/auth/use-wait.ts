import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error'

/** Countdown of seconds until the next attempt; 0 without a wait. */
export function useWait(error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : null
  const [count, setCount] = useState<{ readonly of: unknown; readonly left: number } | null>(null)
  useEffect(() => {
    if (!error || asked === null) return
    const over = Date.now() + asked * 1000
    const timer = setInterval(() => {
      const left = Math.max(0, Math.ceil((over - Date.now()) / 1000))
      setCount({ of: error, left })
      if (left === 0) clearInterval(timer)
    }, 1000)
    return () => clearInterval(timer)
  }, [error, asked])
  if (!error || asked === null) return 0
  return count?.of === error ? count.left : asked
}

/** The error while it applies: a rate limit ends with the wait. */
export function useLasting<E>(error: E): E | null {
  const wait = useWait(error)
  return error instanceof ApiError && error.status === 429 && wait === 0 ? null : error
}
