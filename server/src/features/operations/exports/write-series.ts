import type { ExportFormat } from '@octavo/contract/series-export'
import type { Reader } from '../../../db'
import { LIMITS } from '../../../kernel/limits'
import type { Keyed } from '../../../kernel/memo'
import type { Viewer } from '../../../kernel/viewer'
import { BOOK_VIEW } from '../../catalogue/books'
import { SERIES, SERIES_VIEW } from '../../catalogue/series'
import { type ListView, parseList, rowsByKeys, selectAllKeys } from '../../lists/engine'
import {
  BOOK_EXPORT_FIELDS,
  cellOf,
  type ExportedBook,
  type ExportedSeries,
  type ExportField,
  type Opinions,
  SERIES_EXPORT_FIELDS,
} from './export-fields'
import type { ExportRun } from './export-task'
import { rowText } from './export-text.rules'
import { booksOfSeries } from './exports.queries'
import { NO_OPINIONS, opinionsOf } from './opinions.queries'
import { columnsOf, requireReadable, type SeriesExportRequest } from './series-export.rules'

/** Writes series, their books, or both; without what is hidden from the person at that time. */
export async function writeSeries(reader: Reader, run: ExportRun): Promise<number> {
  const { file, row } = run
  const format = row.format as ExportFormat
  const request: SeriesExportRequest = JSON.parse(row.request)
  const { exportType } = request
  const isBoth = exportType === 'both'
  const viewer = await run.viewer()
  requireReadable(viewer, exportType)
  const series = await seriesKeys(reader, viewer, request)
  const total = series.length * (isBoth ? 2 : 1)
  let done = 0
  let rows = 0

  async function part<Item>(
    fields: readonly ExportField<Item>[],
    read: (of: readonly number[]) => AsyncGenerator<Item[]>,
  ) {
    const text = rowText(
      format,
      fields.map(({ key }) => key),
    )
    await file.append(text.begin)
    let isFirst = true
    for (let at = 0; at < series.length; at += LIMITS.exports.chunk) {
      const some = series.slice(at, at + LIMITS.exports.chunk)
      for await (const items of read(some)) {
        const lines = items.map(item => {
          const line = text.row(
            fields.map(({ key, value }) => [key, cellOf(value(item))] as const),
            isFirst,
          )
          isFirst = false
          return line
        })
        await file.append(lines.join(''))
        rows += items.length
        await run.step(done, total)
      }
      done += some.length
      await run.step(done, total)
    }
    await file.append(text.end)
  }

  const isJson = format === 'json'
  if (exportType !== 'books') {
    await file.append(isBoth ? (isJson ? '{"series":' : '# Series\n\n') : '')
    const fields = columnsOf(request.fields, SERIES_EXPORT_FIELDS)
    await part(fields, pks => seriesItems(reader, run, pks, asksOpinions(fields)))
  }
  if (exportType !== 'series') {
    await file.append(isBoth ? (isJson ? ',"books":' : '# Books\n\n') : '')
    const fields = columnsOf(request.bookFields, BOOK_EXPORT_FIELDS)
    await part(fields, pks => bookItems(reader, run, pks, asksOpinions(fields)))
  }
  await file.append(isJson ? (isBoth ? '}\n' : '\n') : '')
  return rows
}

/** Sorted by library name. A hidden one has no name. */
async function seriesKeys(reader: Reader, viewer: Viewer, request: SeriesExportRequest): Promise<readonly number[]> {
  const { condition, fullTextSearch: text, libraryIds } = request
  const keys: number[] = []
  for (const library of libraryIds) {
    const input = { condition, text, sort: 'name,asc', scope: { library } }
    for (const pk of await selectAllKeys(reader, viewer, SERIES, parseList(SERIES, input, viewer))) keys.push(pk)
  }
  return keys
}

type Items<Item> = AsyncGenerator<Item[], void, void>

const asksOpinions = (fields: readonly { readonly ofOpinions?: true }[]) => fields.some(field => field.ofOpinions)

async function* seriesItems(
  reader: Reader,
  run: ExportRun,
  pks: readonly number[],
  hasOpinions: boolean,
): Items<ExportedSeries> {
  run.names(pks)
  const of = { view: SERIES_VIEW, column: 'series_pk', hasOpinions } as const
  yield await fullItems(reader, await run.viewer(), of, pks)
}

/** The next books are read while those before are written: with PostgreSQL both take about as long. */
async function* bookItems(
  reader: Reader,
  run: ExportRun,
  seriesPks: readonly number[],
  hasOpinions: boolean,
): Items<ExportedBook> {
  run.names(seriesPks)
  const { chunk } = LIMITS.exports
  const keys = await booksOfSeries(reader, await run.viewer(), seriesPks)
  const of = { view: BOOK_VIEW, column: 'book_pk', hasOpinions } as const
  const read = async (at: number): Promise<ExportedBook[]> =>
    fullItems(reader, await run.viewer(), of, keys.slice(at, at + chunk))
  let next = read(0)
  for (let at = 0; at < keys.length; at += chunk) {
    const items = await next
    next = read(at + chunk)
    // Its error is thrown by the next turn; when there is none, nobody asks for it.
    next.catch(() => undefined)
    yield items
  }
}

interface Read<Row extends Keyed> {
  readonly view: ListView<Row>
  readonly column: 'series_pk' | 'book_pk'
  /** Whether ratings, notes or lists are asked for. */
  readonly hasOpinions: boolean
}

/** Complete rows in the format of the contract. */
async function fullItems<Row extends Keyed, Full>(
  reader: Reader,
  viewer: Viewer,
  { view, column, hasOpinions }: Read<Row>,
  pks: readonly number[],
): Promise<(Opinions & { readonly full: Full })[]> {
  if (pks.length === 0) return []
  const rows = await rowsByKeys(reader, viewer, view.rows, pks)
  const shown = rows.map(({ pk }) => pk)
  const [full, opinions] = await Promise.all([
    view.texts(reader, viewer, rows, true),
    hasOpinions ? opinionsOf(reader, viewer, column, shown) : new Map<number, Opinions>(),
  ])
  return rows.map(({ pk }, at) => ({ ...(opinions.get(pk) ?? NO_OPINIONS), full: JSON.parse(full[at] ?? '') as Full }))
}
