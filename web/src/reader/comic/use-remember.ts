import { useEffect } from 'react'
import type { Place } from '../progress/place.rules'

type Options = {
  /** 0-based. */
  readonly page: number
  readonly total: number
  readonly acted: boolean
  readonly moved: (place: Place) => void
  readonly onPage: (page: number) => void
}

/**
 * Tells every page that the reader comes to. Merely opening a book says nothing, so that a look inside does not put
 * it under "continue reading"; but whoever opens it at its last page has nothing left to turn.
 */
export function useRemember({ page, total, acted, moved, onPage }: Options): void {
  useEffect(() => {
    if (!acted && page < total - 1) return
    moved({ page: page + 1, percentage: null, locator: null })
    onPage(page + 1)
  }, [page, total, acted, moved, onPage])
}
