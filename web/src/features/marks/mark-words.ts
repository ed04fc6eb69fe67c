import type { MarkDto } from '../../api/types'
import { formatPercent } from '../../messages'
import { tm } from './messages'

/** The place of a mark. */
export function markPlace(mark: MarkDto): string {
  const chapter = mark.locator?.title
  const at =
    mark.page == null
      ? formatPercent(mark.progression)
      : tm(mark.region ? 'marks.partOf' : 'marks.page', { page: mark.page })
  return chapter ? `${chapter} · ${at}` : at
}

/** The name of a mark: its kind and place. */
export function markName(mark: MarkDto): string {
  return `${tm(`marks.${mark.kind}`)}, ${markPlace(mark)}`
}
