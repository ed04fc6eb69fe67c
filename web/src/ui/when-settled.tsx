import type { UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, Suspense, useState } from 'react'

type QueryState = Pick<UseQueryResult, 'isPending' | 'fetchStatus' | 'failureCount'>

/**
 * Shows parts of a page together, once all their data is loaded: late parts would shift content. Failed queries are not
 * awaited.
 */
export function WhenSettled({ of, children }: { readonly of: readonly QueryState[]; readonly children: ReactNode }) {
  const [there, setThere] = useState(false)
  const isSettled = there || of.every(isAnswered)
  if (isSettled && !there) setThere(true)
  return isSettled ? <Suspense fallback={null}>{children}</Suspense> : null
}

function isAnswered({ isPending, fetchStatus, failureCount }: QueryState): boolean {
  return !isPending || fetchStatus !== 'fetching' || failureCount > 0
}
