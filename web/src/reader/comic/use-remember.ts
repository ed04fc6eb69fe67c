import { useEffect, useRef } from 'react'
import type { Place } from '../progress/place.rules'

type Options = {
  /** 0-based. */
  readonly page: number
  readonly total: number
  readonly acted: boolean
  /** Incremented by each jump. */
  readonly jump: number
  readonly moved: (place: Place) => void
  readonly onPage: (page: number) => void
}

/**
 * Reports every page that the reader reaches. Opening a book reports nothing, so that a glance does not put it under
 * "continue reading"; but a book opened at its last page has nothing left to turn.
 */
export function useRemember({ page, total, acted, jump, moved, onPage }: Options): void {
  const reported = useRef(jump)
  useEffect(() => {
    if (!acted && page < total - 1) return
    const deliberate = jump !== reported.current
    reported.current = jump
    moved({ page: page + 1, percentage: null, locator: null, ...(deliberate && { deliberate }) })
    onPage(page + 1)
  }, [page, total, acted, jump, moved, onPage])
}
