import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ScanStatusDto } from '../../api/types'
import { foundSoFar, pollEvery } from './scans.rules'

/** Lists are fetched anew no more often than this while a scan finds books. */
const freshenEveryMs = 2000

/**
 * The scans waiting or under way. The one place that knows how news of a scan arrives: by asking, each second
 * while there is one. Books that a scan has found enter the lists while it runs.
 */
export function useActiveScans(): readonly ScanStatusDto[] {
  const { data } = useQuery({
    queryKey: queryKeys.scans,
    queryFn: ({ signal }) => api.get<ScanStatusDto[]>('/scans/active', { signal }),
    refetchInterval: query => pollEvery(query.state.data),
    staleTime: 0,
    retry: false,
  })
  const scans = data ?? none
  useFreshLists(scans, data !== undefined)
  return scans
}

const none: readonly ScanStatusDto[] = []

/** Asks at once, after something that starts a scan. */
export function lookForScans(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.scans })
}

/** A scan that was just asked for stands in the corner before the first question about it. */
export function expectScan(scan: ScanStatusDto): void {
  queryClient.setQueryData<ScanStatusDto[]>(queryKeys.scans, (known = []) => [
    ...known.filter(other => other.libraryId !== scan.libraryId),
    scan,
  ])
}

function useFreshLists(scans: readonly ScanStatusDto[], known: boolean): void {
  const found = known ? foundSoFar(scans) : null
  const seen = useRef(found)
  const last = useRef(0)
  useEffect(() => {
    if (found === null || seen.current === found) return
    if (seen.current === null) {
      // What was going on when the page was opened is in its lists already.
      seen.current = found
      return
    }
    const wait = Math.max(0, last.current + freshenEveryMs - Date.now())
    const timer = setTimeout(() => {
      seen.current = found
      last.current = Date.now()
      for (const queryKey of [queryKeys.books, queryKeys.series, queryKeys.libraries]) {
        void queryClient.invalidateQueries({ queryKey }, { cancelRefetch: false })
      }
    }, wait)
    return () => clearTimeout(timer)
  }, [found])
}
