import { useCallback, useMemo, useState } from 'react'
import type { Move } from './direction.rules'
import { type PageShape, type Pairing, type Spread, shiftPairing, spreadAt, spreadsOf } from './spreads.rules'

export interface Turning {
  readonly spreads: readonly Spread[]
  /** Index of the current spread; one past the last is the end of the book. */
  readonly index: number
  readonly going: Move
  /** 0-based: the last page of the spread, which counts as read. */
  readonly page: number
  /** The reader has done something: merely opening a book is not reading it. */
  readonly acted: boolean
  /** Incremented by each jump, so that a strip follows. */
  readonly jump: number
  readonly turn: (move: Move) => void
  readonly goTo: (page: number) => void
  /** Called by a strip with the current page, and whether it was scrolled there. */
  readonly scrolledTo: (page: number, byHand: boolean) => void
  readonly shift: () => void
}

interface Where {
  /** 0-based; the number of pages stands for the end of the book. */
  readonly page: number
  readonly going: Move
  readonly jump: number
  readonly acted: boolean
}

/** The current place. Pages, not spreads, are saved, so that another layout shows the same page. */
export function useTurning(pages: readonly PageShape[], opening: number, pairing: Omit<Pairing, 'apart'>): Turning {
  const [where, setWhere] = useState<Where>({ page: opening, going: 'next', jump: 0, acted: false })
  const [apart, setApart] = useState<readonly number[]>([])
  const { double, coverAlone } = pairing
  const spreads = useMemo(() => spreadsOf(pages, { double, coverAlone, apart }), [pages, double, coverAlone, apart])
  const atEnd = where.page >= pages.length
  const index = atEnd ? spreads.length : spreadAt(spreads, where.page)
  const spread = spreads[index]

  const turn = useCallback(
    (going: Move) =>
      setWhere(was => {
        const from = was.page >= pages.length ? spreads.length : spreadAt(spreads, was.page)
        const to = Math.max(0, Math.min(spreads.length, from + (going === 'next' ? 1 : -1)))
        return { ...was, page: spreads[to]?.[0] ?? pages.length, going, acted: true }
      }),
    [spreads, pages.length],
  )
  const goTo = useCallback(
    (page: number) =>
      setWhere(was => {
        const to = Math.max(0, Math.min(pages.length - 1, page))
        return { page: to, going: 'next', jump: was.jump + 1, acted: true }
      }),
    [pages.length],
  )
  const scrolledTo = useCallback(
    (page: number, byHand: boolean) =>
      setWhere(was => {
        if (was.page === page) return was
        return { ...was, page, going: page > was.page ? 'next' : 'previous', acted: was.acted || byHand }
      }),
    [],
  )
  const shift = useCallback(() => setApart(was => shiftPairing(was, spread)), [spread])
  const page = spread ? (spread[1] ?? spread[0]) : Math.max(0, pages.length - 1)
  return {
    spreads,
    index,
    going: where.going,
    page,
    acted: where.acted,
    jump: where.jump,
    turn,
    goTo,
    scrolledTo,
    shift,
  }
}
