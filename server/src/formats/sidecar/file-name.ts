import { basename } from 'node:path'
import { emptyMetadata, inRange } from '../empty-metadata'
import type { EmbeddedMetadata } from '../facts'

/**
 * What the name of a file says, as collectors write it: `Saga 001 (of 06) (2012) (Digital) (Zone-Empire).cbz`. Title and
 * number are the business of the library's rules for names. Null when it says nothing.
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
