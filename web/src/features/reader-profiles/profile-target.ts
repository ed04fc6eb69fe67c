import type { ReaderProfileDto, ReaderProfileTarget } from '../../api/types'
import { deviceId } from '../../reader/progress/device'
import { habitsKey } from '../../reader/settings/habits'

/** This device's name for itself in a preference. */
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

/** The name of its preference. */
export function keyOfTarget(
  reader: string,
  { scope, device, libraryId, seriesId, bookId }: ReaderProfileTarget,
): string {
  const id = device ?? libraryId ?? seriesId ?? bookId ?? ''
  return habitsKey(reader, scope === 'default' ? null : { of: scope, id })
}
