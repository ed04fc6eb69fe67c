import { useEffect, useRef } from 'react'
import type { Place } from '../progress/place.rules'

type Options = {
  /** 0-based. */
  readonly page: number
  readonly total: number
  readonly acted: boolean
  /** Counts the jumps. */
  readonly jump: number
  readonly moved: (place: Place) => void
  readonly onPage: (page: number) => void
}

/**
 * Tells every page that the reader comes to. Merely opening a book says nothing, so that a look inside does not put
 * it under "continue reading"; but a reader who opens it at its last page has nothing left to turn.
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
