import { useEffect } from 'react'

/** While a reader is open, the document below neither scrolls nor reserves space for a scroll bar. */
export function useWholeScreen(): void {
  useEffect(() => {
    const style = document.documentElement.style
    const before = { overflow: style.overflow, gutter: style.scrollbarGutter, behaviour: style.overscrollBehavior }
    style.overflow = 'hidden'
    style.scrollbarGutter = 'auto'
    style.overscrollBehavior = 'none'
    return () => {
      style.overflow = before.overflow
      style.scrollbarGutter = before.gutter
      style.overscrollBehavior = before.behaviour
    }
  }, [])
}
