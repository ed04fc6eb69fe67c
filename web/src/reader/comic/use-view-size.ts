import { type RefObject, useLayoutEffect, useState } from 'react'
import type { Size } from './fit.rules'

/** Inner size of an element, kept up to date; null before the first layout. */
export function useViewSize(element: RefObject<HTMLElement | null>): Size | null {
  const [size, setSize] = useState<Size | null>(null)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = watched
      setSize(was => (was?.width === width && was.height === height ? was : { width, height }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return size
}
