import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ScanStatusDto } from '../../api/types'

const none: readonly ScanStatusDto[] = []

/** The scans waiting or under way. Read once; after that the event stream reports each step. */
export function useActiveScans(): readonly ScanStatusDto[] {
  const { data } = useQuery({
    queryKey: queryKeys.scans,
    queryFn: ({ signal }) => api.get('/api/v1/scans/active', { signal }),
    retry: false,
  })
  return data ?? none
}

/** Asks at once, after something that starts a scan. */
export function lookForScans(): void {
  void queryClient.invalidateQueries({ queryKey: queryKeys.scans })
}

/** A scan that was just asked for stands in the corner before the first word about it. */
export function expectScan(scan: ScanStatusDto): void {
  queryClient.setQueryData<ScanStatusDto[]>(queryKeys.scans, (known = []) => [
    ...known.filter(other => other.libraryId !== scan.libraryId),
    scan,
  ])
  // It may be over already, and its last word may have come before this one.
  lookForScans()
}
