import { type Reader, runPrepared } from '../../../db'
import { titleSortOf } from '../../../formats/wide-facts'
import type { LibraryRow } from '../../catalogue/libraries'
import type { PlannedBook, PlannedSeries } from './plan-naming.rules'

const PAGE = 2_000

/** All books of a library, including deleted ones, with the columns for naming. */
export async function booksToName(reader: Reader, library: LibraryRow): Promise<PlannedBook[]> {
  const books: PlannedBook[] = []
  for (const folder of [...library.folders, ...library.formerFolders]) await addBooks(books, reader, folder)
  return books
}

async function addBooks(
  books: PlannedBook[],
  reader: Reader,
  folder: { readonly pk: number; readonly path: string },
): Promise<void> {
  interface Row {
    readonly pk: number
    readonly id: string
    readonly series_pk: number
    readonly path: string
    readonly file_name: string
    readonly deleted: boolean
    readonly title: string
    readonly volume: number | null
    readonly chapter: number | null
    readonly number: number | null
    readonly locks: number
    readonly series_chosen: boolean
    readonly has_inside: number | null
    readonly inside_title: string | null
    readonly inside_facts: string | null
    readonly inside_series: string | null
    readonly inside_number: string | null
    readonly inside_volume: number | null
    readonly inside_chapter: number | null
  }
  for (let after = ''; ; ) {
    const values = { folderPk: folder.pk, after, limit: PAGE }
    const rows = await runPrepared<Row, typeof values>(reader, 'scan.to-name', values, (p, query) =>
      query
        .selectFrom('books')
        .leftJoin('book_metadata as inside', 'inside.book_pk', 'books.pk')
        .select(['books.pk', 'books.id', 'books.series_pk', 'books.path', 'books.file_name', 'books.deleted'])
        .select([
          'books.title',
          'books.volume',
          'books.chapter',
          'books.number',
          'books.locks',
          'books.series_chosen',
          'inside.book_pk as has_inside',
        ])
        .select(['inside.title as inside_title', 'inside.series as inside_series', 'inside.number as inside_number'])
        .select(['inside.volume as inside_volume', 'inside.chapter as inside_chapter', 'inside.facts as inside_facts'])
        .where('books.folder_pk', '=', p.folderPk)
        .where('books.path', '>', p.after)
        .orderBy('books.path')
        .limit(p.limit),
    )
    for (const row of rows) {
      books.push({
        pk: row.pk,
        id: row.id,
        seriesPk: row.series_pk,
        folder: folder.path,
        path: row.path,
        fileName: row.file_name,
        deleted: row.deleted,
        title: row.title,
        volume: row.volume,
        chapter: row.chapter,
        number: row.number,
        locks: row.locks,
        ...(row.series_chosen && { seriesChosen: true }),
        inside:
          row.has_inside === null
            ? null
            : {
                title: row.inside_title,
                titleSort: titleSortOf(row.inside_facts),
                series: row.inside_series,
                number: row.inside_number,
                volume: row.inside_volume,
                chapter: row.inside_chapter,
              },
      })
    }
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.path
    await Bun.sleep(0)
  }
}

/** All series of a library, with and without books. */
export function seriesToName(reader: Reader, libraryPk: number): Promise<PlannedSeries[]> {
  return reader.query
    .selectFrom('series')
    .select(['pk', 'path', 'title', 'title_locked', 'merged_into_pk'])
    .where('library_pk', '=', libraryPk)
    .execute()
}
