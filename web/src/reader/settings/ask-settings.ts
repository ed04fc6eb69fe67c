import type { BookDto } from '../../api'
import { askPreferences } from '../../api/preferences'
import { deviceId } from '../progress/device'
import { habitsKey } from './habits'

/** The readers of each format; a PDF is shown by that of comics too. */
const READERS = { cbz: ['comic'], cbr: ['comic'], pdf: ['comic', 'pdf'], epub: ['epub'] } as const

/** Asks what the person likes in this book: another of their devices may have changed it since the page was opened. */
export function askSettings({ id, fileFormat, libraryId, seriesId }: BookDto): void {
  askPreferences(
    READERS[fileFormat].flatMap(reader => [
      habitsKey(reader, null),
      habitsKey(reader, { of: 'library', id: libraryId }),
      habitsKey(reader, { of: 'series', id: seriesId }),
      habitsKey(reader, { of: 'book', id }),
      habitsKey(reader, { of: 'device', id: deviceId() }),
    ]),
  )
}
