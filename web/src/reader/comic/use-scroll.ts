import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'

/** The scroll position of an element, at most once per frame. */
export function useScroll(element: RefObject<HTMLElement | null>): {
  readonly top: number
  readonly onScroll: () => void
} {
  const [top, setTop] = useState(0)
  const frame = useRef(0)
  const onScroll = useCallback(() => {
    cancelAnimationFrame(frame.current)
    frame.current = requestAnimationFrame(() => setTop(element.current?.scrollTop ?? 0))
  }, [element])
  useEffect(() => () => cancelAnimationFrame(frame.current), [])
  return { top, onScroll }
}
