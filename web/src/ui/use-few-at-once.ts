import { useLayoutEffect, useReducer, useRef } from 'react'
import { fewAtOnce } from './few-at-once.rules'
import type { Range } from './window-paging.rules'

/** Cards per frame: a few milliseconds of sixteen, on a slow machine too. */
const few = 3

/** The items to render now; wanted but invisible ones follow in the next frames. */
export function useFewAtOnce(wanted: Range, seen: Range): Range {
  const drawn = useRef<Range | null>(null)
  const [, goOn] = useReducer((frame: number) => frame + 1, 0)
  const next = fewAtOnce(drawn.current, wanted, seen, few)
  const there = next.first === wanted.first && next.last === wanted.last
  useLayoutEffect(() => {
    drawn.current = next
    if (there) return
    const frame = requestAnimationFrame(goOn)
    return () => cancelAnimationFrame(frame)
  })
  return next
}
