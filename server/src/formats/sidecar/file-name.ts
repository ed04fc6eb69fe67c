import { basename } from 'node:path'
import { emptyMetadata, inRange } from '../empty-metadata'
import type { EmbeddedMetadata } from '../facts'

/**
 * Metadata in a file name, in the manner of collectors: `Saga 001 (of 06) (2012) (Digital) (Zone-Empire).cbz`. Title
 * and number are left to the library's naming rules. Null without any.
 */
export function fileNameMetadata(path: string): EmbeddedMetadata | null {
  const name = basename(path).slice(0, 300)
  const [, month = '', bare = ''] = /\(((?:19|20)\d{2}-\d{2})\)|\(((?:19|20)\d{2})\)/.exec(name) ?? []
  const [yearText = '', monthText = ''] = (month || bare).split('-')
  const [, count = ''] = /\(of (\d{1,4})\)/i.exec(name) ?? []
  if (yearText === '' && count === '') return null
  return {
    ...emptyMetadata('file_name'),
    year: yearText === '' ? null : Number(yearText),
    month: monthText === '' ? null : inRange(Number(monthText), 1, 12),
    count: count === '' ? null : Number(count),
  }
}
