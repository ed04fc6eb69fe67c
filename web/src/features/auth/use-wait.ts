import { useEffect, useState } from 'react'
import { ApiError } from '../../api/api-error'

/** Seconds until the next try, counted down; 0 where nobody has to wait. */
export function useWait(error: unknown): number {
  const asked = error instanceof ApiError ? error.retryAfter : null
  const [over, setOver] = useState(0)
  const [now, setNow] = useState(0)
  useEffect(() => {
    if (!error || asked === null) return
    const begin = Date.now()
    setOver(begin + asked * 1000)
    setNow(begin)
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [error, asked])
  return error && asked !== null ? Math.max(0, Math.ceil((over - now) / 1000)) : 0
}
