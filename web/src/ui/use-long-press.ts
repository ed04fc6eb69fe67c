import { type MouseEvent, type PointerEvent, type TouchEvent, useRef } from 'react'

const holdMs = 450
const mayMovePx = 10

type Handlers = {
  onPointerDown?: (event: PointerEvent) => void
  onPointerMove?: (event: PointerEvent) => void
  onPointerUp?: () => void
  onPointerCancel?: () => void
  onTouchEnd?: (event: TouchEvent) => void
  onContextMenu?: (event: MouseEvent) => void
}

/** A long press. The following tap, and the browser's own menu, are suppressed. */
export function useLongPress(act: (() => void) | undefined): Handlers {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const start = useRef({ x: 0, y: 0 })
  const held = useRef(false)
  const touch = useRef(false)
  if (!act) return {}
  const stop = () => clearTimeout(timer.current)
  return {
    onPointerDown: event => {
      held.current = false
      touch.current = event.pointerType === 'touch'
      if (!touch.current) return
      start.current = { x: event.clientX, y: event.clientY }
      timer.current = setTimeout(() => {
        held.current = true
        act()
      }, holdMs)
    },
    onPointerMove: event => {
      if (Math.hypot(event.clientX - start.current.x, event.clientY - start.current.y) > mayMovePx) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onTouchEnd: event => {
      // The mouse press and click after lifting the finger would follow the link and close the menu.
      if (held.current && event.cancelable) event.preventDefault()
    },
    onContextMenu: event => {
      if (touch.current) event.preventDefault()
    },
  }
}
