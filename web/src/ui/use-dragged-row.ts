import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'

/**
 * Dragging list rows by touch or mouse: each step over a neighbour is a move. Events are handled on the window, because
 * the row itself is removed and inserted again while it moves.
 */
export function useDraggedRow(move: (from: number, to: number) => void, drop: () => void = () => undefined) {
  const list = useRef<HTMLOListElement>(null)
  const moves = useRef(move)
  const drops = useRef(drop)
  const [dragged, setDragged] = useState<number | null>(null)
  const end = useRef<() => void>(() => {})
  useLayoutEffect(() => {
    moves.current = move
    drops.current = drop
  })
  useEffect(() => () => end.current(), [])

  const begin = (index: number) => (event: PointerEvent) => {
    if (event.button !== 0) return
    event.preventDefault()
    let from = index
    setDragged(from)
    const follow = ({ clientY }: globalThis.PointerEvent) => {
      const to = placeAt(list.current, clientY)
      if (to === null || to === from) return
      moves.current(from, to)
      from = to
      setDragged(to)
    }
    const leave = new AbortController()
    end.current = () => {
      leave.abort()
      setDragged(null)
      drops.current()
    }
    const { signal } = leave
    window.addEventListener('pointermove', follow, { signal })
    window.addEventListener('pointerup', end.current, { signal })
    window.addEventListener('pointercancel', end.current, { signal })
  }
  return { list, dragged, handle: (index: number) => ({ onPointerDown: begin(index) }) }
}

/** The row that is at this height. */
function placeAt(list: HTMLElement | null, y: number): number | null {
  const rows = [...(list?.children ?? [])].map(row => row.getBoundingClientRect())
  if (rows.length === 0) return null
  const place = rows.findIndex(({ bottom }) => y < bottom)
  return place === -1 ? rows.length - 1 : place
}
