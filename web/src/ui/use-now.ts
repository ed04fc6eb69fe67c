import { useEffect, useState } from 'react'

/** The time, updated at this interval while the page is visible. */
export function useNow(every: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) setNow(Date.now())
    }, every)
    return () => clearInterval(timer)
  }, [every])
  return now
}
