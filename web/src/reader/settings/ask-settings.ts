import type { BookDto } from '../../api'
import { askPreferences } from '../../api/preferences'
import { deviceId } from '../progress/device'
import { habitsKey } from './habits'

/** The readers of each format; the comic reader also shows PDFs. */
const READERS = { cbz: ['comic'], cbr: ['comic'], pdf: ['comic', 'pdf'], epub: ['epub'] } as const

/** Loads the settings for this book: another device may have changed them since the page was opened. */
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
