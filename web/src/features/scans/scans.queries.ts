import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ScanStatusDto } from '../../api/types'
import { useFirstCovers } from '../../ui/opening'

const none: readonly ScanStatusDto[] = []

/** Pending and running scans. Read once; after that the event stream reports each step. */
export function useActiveScans(): readonly ScanStatusDto[] {
  const { data } = useQuery({
    queryKey: queryKeys.scans,
    queryFn: ({ signal }) => api.get('/api/v1/scans/active', { signal }),
    retry: false,
    enabled: useFirstCovers(),
    // An event before the first answer would count as the whole list.
    staleTime: 0,
  })
  return data ?? none
}

/** Fetches at once, after an action that starts a scan. */
export function lookForScans(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.scans })
}

/** A requested scan is shown in the corner before its first event. */
export function expectScan(scan: ScanStatusDto): void {
  queryClient.setQueryData<ScanStatusDto[]>(queryKeys.scans, (known = []) => [
    ...known.filter(other => other.libraryId !== scan.libraryId),
    scan,
  ])
  // It may already be over, with its last event before this answer.
  lookForScans()
}
