import type { ReaderProfileDto, ReaderProfileTarget } from '../../api/types'
import { deviceId } from '../../reader/progress/device'
import { habitsKey } from '../../reader/settings/habits'

/** This device, as it calls itself in a preference. */
export const thisDevice = () => deviceId().replaceAll('-', '')

export function targetOf({ scope, device, libraryId, seriesId, bookId }: ReaderProfileDto): ReaderProfileTarget {
  return {
    scope,
    ...(device && { device }),
    ...(libraryId && { libraryId }),
    ...(seriesId && { seriesId }),
    ...(bookId && { bookId }),
  }
}

/** The preference that it is stored under. */
export function keyOfTarget(
  reader: string,
  { scope, device, libraryId, seriesId, bookId }: ReaderProfileTarget,
): string {
  const id = device ?? libraryId ?? seriesId ?? bookId ?? ''
  return habitsKey(reader, scope === 'default' ? null : { of: scope, id })
}
