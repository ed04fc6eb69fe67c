import type { LibraryDto } from '../../api/types'
import type { Condition } from '../lists'

/**
 * The condition of new series without novels in no series: these are already among the new books, and would appear
 * twice. Null if no library has any.
 */
export function withoutNovels(libraries: readonly Pick<LibraryDto, 'id' | 'seriesStrategy'>[]): Condition | null {
  const ofNovels = libraries.filter(each => each.seriesStrategy === 'calibre').map(({ id }) => id)
  if (ofNovels.length === 0) return null
  const elsewhere = ofNovels.map((value): Condition => ({ libraryId: { operator: 'isNot', value } }))
  return { anyOf: [{ bookCount: { operator: 'gt', value: 1 } }, { allOf: elsewhere }] }
}
