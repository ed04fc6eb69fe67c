import type { Query } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client'
import { isBelow, mentions, type Touch } from './affected.rules'

const soonMs = 30
const gapMs = 500
/** During a long scan, lists need not be updated at every step. */
const longestGapMs = 2000
/** With more single books than this at once, all lists of books are invalidated. */
const mostSingle = 40

const waiting = new Map<string, Touch>()
let timer: ReturnType<typeof setTimeout> | undefined
let last = 0
let gap = gapMs

/** Invalidates queries: visible ones are fetched again, at most once per interval; others when they are next shown. */
export function freshen(touches: readonly Touch[]): void {
  for (const touch of touches) waiting.set(`${JSON.stringify(touch.key)} ${touch.about ?? ''}`, touch)
  if (waiting.size === 0 || timer !== undefined) return
  timer = setTimeout(flush, Math.max(soonMs, last + gap - Date.now()))
}

function flush(): void {
  timer = undefined
  const now = Date.now()
  gap = now - last < gap + 100 ? Math.min(longestGapMs, gap + 100) : gapMs
  last = now
  const touches = [...waiting.values()]
  waiting.clear()
  const singles = new Set(touches.flatMap(({ about }) => about ?? [])).size
  const isAbout = (query: Query, { about }: Touch) =>
    about === undefined || singles > mostSingle || mentions(query.state.data, about)
  const busy: Touch[] = []
  void queryClient.invalidateQueries(
    {
      predicate: query => {
        const own = touches.filter(({ key }) => isBelow(query.queryKey, key))
        // A pending answer may predate the change: when it is there, it is checked, and fetched again.
        if (query.state.fetchStatus === 'fetching') {
          busy.push(...own.map(({ about }) => ({ key: query.queryKey, about })))
          return false
        }
        return own.some(touch => isAbout(query, touch))
      },
      // A hidden tab fetches when it becomes visible.
      refetchType: document.hidden ? 'none' : 'active',
    },
    { cancelRefetch: false },
  )
  freshen(busy)
}
