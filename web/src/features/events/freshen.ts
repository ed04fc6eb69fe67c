import type { Query } from '@tanstack/react-query'
import { queryClient } from '../../api/query-client'
import { isBelow, mentions, type Touch } from './affected.rules'

const soonMs = 30
const gapMs = 500
/** While a scan goes on and on, the lists need not follow its every step. */
const longestGapMs = 2000
/** More single books than this at once: whatever lists books is stale. */
const mostSingle = 40

const waiting = new Map<string, Touch>()
let timer: ReturnType<typeof setTimeout> | undefined
let last = 0
let gap = gapMs

/** Makes answers stale: what is on the screen is asked again, at most once in a gap; everything else when it is next seen. */
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
  const singles = touches.filter(touch => touch.about !== undefined).length
  const touched = (query: Query) =>
    touches.some(
      ({ key, about }) =>
        isBelow(query.queryKey, key) &&
        (about === undefined || singles > mostSingle || mentions(query.state.data, about)),
    )
  const busy: Touch[] = []
  void queryClient.invalidateQueries(
    {
      predicate: query => {
        if (!touched(query)) return false
        // An answer on its way may be from before the change: it is asked for again after it has come.
        if (query.state.fetchStatus === 'fetching') busy.push({ key: query.queryKey })
        return query.state.fetchStatus !== 'fetching'
      },
      // A tab that nobody looks at asks when it is looked at.
      refetchType: document.hidden ? 'none' : 'active',
    },
    { cancelRefetch: false },
  )
  freshen(busy)
}
