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
    let y = event.clientY
    const follow = () => {
      const to = placeAt(list.current, y)
      if (to === null || to === from) return
      moves.current(from, to)
      from = to
      setDragged(to)
    }
    const track = (moved: globalThis.PointerEvent) => {
      y = moved.clientY
      follow()
    }
    // A list longer than the screen scrolls at its edges while a row is dragged.
    const frame = scroller(list.current)
    let next = requestAnimationFrame(function scroll() {
      const by = stepAt(frame, y)
      if (by !== 0) {
        frame.scrollBy({ top: by, behavior: 'instant' })
        follow()
      }
      next = requestAnimationFrame(scroll)
    })
    const leave = new AbortController()
    end.current = () => {
      leave.abort()
      cancelAnimationFrame(next)
      setDragged(null)
      drops.current()
    }
    const { signal } = leave
    window.addEventListener('pointermove', track, { signal })
    window.addEventListener('pointerup', end.current, { signal })
    window.addEventListener('pointercancel', end.current, { signal })
  }
  return { list, dragged, handle: (index: number) => ({ onPointerDown: begin(index), 'data-handle': true }) }
}

/** The row that is at this height. */
function placeAt(list: HTMLElement | null, y: number): number | null {
  const rows = [...(list?.children ?? [])].map(row => row.getBoundingClientRect())
  if (rows.length === 0) return null
  const place = rows.findIndex(({ bottom }) => y < bottom)
  return place === -1 ? rows.length - 1 : place
}

/** What scrolls a list: its nearest scrollable ancestor, or the page. */
function scroller(list: HTMLElement | null): Element {
  for (let each = list; each && each !== document.body; each = each.parentElement) {
    const { overflowY } = getComputedStyle(each)
    if ((overflowY === 'auto' || overflowY === 'scroll') && each.scrollHeight > each.clientHeight) return each
  }
  return document.scrollingElement ?? document.documentElement
}

/** Distance from the edges within which it scrolls, and the pixels per frame. */
const EDGE = 64
const STEP = 9

function stepAt(frame: Element, y: number): number {
  const isPage = frame === document.scrollingElement
  const box = frame.getBoundingClientRect()
  const top = isPage ? 0 : Math.max(0, box.top)
  const bottom = isPage ? window.innerHeight : Math.min(window.innerHeight, box.bottom)
  if (y < top + EDGE) return -STEP
  return y > bottom - EDGE ? STEP : 0
}
