import { useEffect, useState } from 'react'

/** The time, told again every so many milliseconds while the page is looked at. */
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
