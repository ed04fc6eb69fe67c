import type { MarkDto } from '../../api/types'
import { formatPercent } from '../../messages'
import { tm } from './messages'

/** Where a mark is. */
export function markPlace(mark: MarkDto): string {
  const chapter = mark.locator?.title
  const at =
    mark.page == null
      ? formatPercent(mark.progression)
      : tm(mark.region ? 'marks.partOf' : 'marks.page', { page: mark.page })
  return chapter ? `${chapter} · ${at}` : at
}

/** What a mark is called: its kind and where it is. */
export function markName(mark: MarkDto): string {
  return `${tm(`marks.${mark.kind}`)}, ${markPlace(mark)}`
}
