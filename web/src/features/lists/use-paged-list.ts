import { useQueries, useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { BookDto, SeriesDto } from '../../api/types'
import { pagesOf, placeOf, type Range } from '../../ui/window-paging.rules'
import { type List, pageQuery, pageSize, sameList } from './list.queries'

export type ListItem = {
  /** In a list sorted by ratings. */
  readonly rating: string | undefined
} & ({ readonly kind: 'series'; readonly item: SeriesDto } | { readonly kind: 'books'; readonly item: BookDto })

export type PagedList = ReturnType<typeof usePagedList>

/** Minimum interval between page requests during fast scrolling. */
const flyingMs = 120

/**
 * A list of any length, loaded in visible pages. While a changed query is loading, the old list stays, so that nothing
 * flickers.
 */
export function usePagedList(wanted: List) {
  const [shown, setShown] = useState(wanted)
  const [range, setRange] = useState<Range>({ first: 0, last: 0 })
  const firstPage = useQuery(pageQuery(wanted, 1))
  const changed = !sameList(shown, wanted)
  if (changed && firstPage.data) {
    setShown(wanted)
    setRange({ first: 0, last: 0 })
  }
  const shownFirst = useQuery(pageQuery(shown, 1))
  const total = shownFirst.data?.total ?? null
  const pages = pagesOf(range, pageSize, total)
  const results = useQueries({ queries: pages.map(page => pageQuery(shown, page)) })
  const itemAt = (index: number): ListItem | null => {
    const { page, offset } = placeOf(index, pageSize)
    const data = page === 1 ? shownFirst.data : results[pages.indexOf(page)]?.data
    const item = data?.data[offset]
    if (!item) return null
    return { kind: shown.kind, item, rating: data.ratings?.[item.id] } as ListItem
  }
  return {
    total,
    kind: shown.kind,
    /** A different list: its cards are in other positions. */
    key: `${shown.libraryId} ${shown.kind}`,
    itemAt,
    onRange: useCalmRange(setRange),
    waiting: changed,
    error: firstPage.error ?? results.find(result => result.error)?.error ?? null,
    retry: () => {
      void firstPage.refetch()
      for (const result of results) if (result.error) void result.refetch()
    },
  }
}

/** Passes a range on at once when the list is at rest, and throttled while it scrolls fast. */
function useCalmRange(setRange: (range: Range) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef<Range>({ first: 0, last: 0 })
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback(
    (range: Range, flying: boolean) => {
      latest.current = range
      if (!flying) {
        clearTimeout(timer.current)
        timer.current = undefined
        setRange(range)
        return
      }
      timer.current ??= setTimeout(() => {
        timer.current = undefined
        setRange(latest.current)
      }, flyingMs)
    },
    [setRange],
  )
}
