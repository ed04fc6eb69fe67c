import type { BookDto } from '../../api'
import { askPreferences } from '../../api/preferences'
import { habitsKey } from './habits'

/** Readers with settings of a series; a PDF is shown by that of comics too. */
const READERS = { cbz: ['comic'], cbr: ['comic'], pdf: ['comic', 'pdf'], epub: [] } as const

/** Asks what the person likes in this book: another of their devices may have changed it since the page was opened. */
export function askSettings({ fileFormat, libraryId, seriesId }: BookDto): void {
  askPreferences(
    READERS[fileFormat].flatMap(reader => [
      habitsKey(reader, null),
      habitsKey(reader, { of: 'library', id: libraryId }),
      habitsKey(reader, { of: 'series', id: seriesId }),
    ]),
  )
}
