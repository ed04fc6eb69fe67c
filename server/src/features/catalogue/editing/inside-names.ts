import { titleSortOf } from '../../../formats/wide-facts'
import { fileRecord } from '../metadata'
import type { InsideNames } from '../naming'
import type { booksToName } from './book-edits.queries'

/** The naming values of a book's file, regardless of locks; null without any. */
export function insideOf(row: Awaited<ReturnType<typeof booksToName>>[number]): InsideNames | null {
  if (row.inside_pk === null) return null
  const record = fileRecord.fileRecordOf(row)
  if (record) return record
  return {
    title: row.inside_title,
    titleSort: titleSortOf(row.inside_facts),
    series: row.inside_series,
    number: row.inside_number,
    volume: row.inside_volume,
    chapter: row.inside_chapter,
  }
}
