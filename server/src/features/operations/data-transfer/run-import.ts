import { type DataImportReportDto, MATCHED_BY } from '@octavo/contract/data-transfer'
import type { Reader } from '../../../db'
import { AppError } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import type { Viewer } from '../../../kernel/viewer'
import type { AnyDataPart, Importing, MatchedBook, MatchedSeries, Verdict } from '../../../platform/data-part'
import { nextTurn, type TaskWork } from '../../../platform/task-work'
import { BookIdentity, LibraryIdentity, SeriesIdentity } from './archive.types'
import { libraryIdentities } from './identities.queries'
import { matchBooks, matchSeries } from './matches.queries'
import type { OpenArchive } from './read-archive'

export interface ImportRun {
  readonly reader: Reader
  readonly parts: readonly AnyDataPart[]
  readonly archive: OpenArchive
  readonly work: TaskWork
  readonly now: number
  /** Dry run: writes nothing. */
  readonly isDry: boolean
  /** The importing user with current access: loaded for each part. */
  viewer(): Promise<Viewer>
}

type Report = DataImportReportDto
const OWN_FILES = /^(manifest\.json|(books|series|libraries)\.jsonl|.*\.csv|read-lists\/.*\.cbl)$/

/** Imports an archive part by part, or previews that. */
export async function runImport(run: ImportRun): Promise<Report> {
  const { archive, parts, work } = run
  const known = await matched(run)
  const files = new Set(parts.map(({ name }) => `${name}.jsonl`))
  const unknownFiles = archive.names.filter(name => !files.has(name) && !OWN_FILES.test(name))
  const report: Report = { exportedAt: archive.manifest.createdAt, ...known.report, parts: [], unknownFiles: [] }
  report.unknownFiles.push(...unknownFiles.slice(0, 20))
  for (const [done, part] of parts.entries()) {
    Object.assign(work.progress, { current: done + 1, total: parts.length + 1, message: part.name })
    await work.write(async () => undefined)
    report.parts.push(await takePart(run, known, part))
  }
  return report
}

/** Names of the archive that exist here. */
interface Known extends Pick<Importing, 'book' | 'series' | 'idHere' | 'rename'> {
  readonly report: Pick<Report, 'books' | 'series' | 'missingTitles'>
}

async function takePart(run: ImportRun, known: Known, part: AnyDataPart): Promise<Report['parts'][number]> {
  const { reader, archive, work, now, isDry } = run
  const counts = { rows: 0, taken: 0, known: 0, newer: 0, missing: 0, invalid: 0, refused: 0 }
  for await (const chunk of archive.rows(`${part.name}.jsonl`, part.row, LIMITS.imports.rows)) {
    work.signal.throwIfAborted()
    const rows = chunk.filter(row => row !== null)
    counts.rows += chunk.length
    counts.invalid += chunk.length - rows.length
    if (rows.length === 0) continue
    const { report: _, ...names } = known
    const importing: Importing = { reader, viewer: await run.viewer(), now, ...names, write: work.write }
    const verdicts = await part.judge(importing, rows)
    const taken = rows.filter((_, at) => verdicts[at] === 'taken')
    for (const verdict of verdicts) counts[verdict satisfies Verdict]++
    const refused = isDry || taken.length === 0 ? 0 : await saved(importing, part, taken)
    counts.taken -= refused
    counts.refused += refused
    await nextTurn()
  }
  return { name: part.name, ...counts }
}

/** Number of rejected rows. A reached limit rejects the rows of its transaction, and the import continues. */
async function saved(importing: Importing, part: AnyDataPart, rows: readonly object[]): Promise<number> {
  try {
    return (await part.save(importing, rows)).length
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return rows.length
  }
}

async function matched({ reader, archive, work, viewer }: ImportRun): Promise<Known> {
  const most = LIMITS.imports.identities
  const books = new Map<string, MatchedBook>()
  const series = new Map<string, MatchedSeries>()
  const libraries = new Map<string, string>()
  const by = Object.fromEntries(MATCHED_BY.map(each => [each, 0])) as Report['books']['matched']
  const missingTitles: Report['missingTitles'] = []
  const missed = (title: Report['missingTitles'][number]) => {
    if (missingTitles.length < LIMITS.imports.missing) missingTitles.push(title)
  }
  let total = 0
  let totalSeries = 0
  // Several series here match one there: it counts as missing.
  const ofBooks = new Map<string, MatchedSeries | null>()
  for await (const chunk of archive.rows('books.jsonl', BookIdentity, most)) {
    work.signal.throwIfAborted()
    const given = chunk.filter(row => row !== null)
    total += chunk.length
    const found = await matchBooks(reader, await viewer(), given)
    for (const each of given) {
      const match = found.get(each.id)
      if (!match) {
        missed({ series: each.seriesTitle, title: each.title })
        continue
      }
      const { book } = match
      by[match.by] = (by[match.by] ?? 0) + 1
      books.set(each.id, book)
      const { series_pk: pk, series_id: id, library_pk, library_id } = book
      const before = ofBooks.get(each.series)
      ofBooks.set(each.series, before === undefined || before?.pk === pk ? { pk, id, library_pk, library_id } : null)
      if (!libraries.has(each.library)) libraries.set(each.library, library_id)
    }
    await nextTurn()
  }
  for await (const chunk of archive.rows('series.jsonl', SeriesIdentity, most)) {
    work.signal.throwIfAborted()
    const given = chunk.filter(row => row !== null)
    totalSeries += chunk.length
    const named = await matchSeries(reader, await viewer(), given)
    for (const { id, title } of given) {
      const one = ofBooks.get(id) ?? named.get(id)
      if (one) series.set(id, one)
      else missed({ series: title, title: null })
    }
    await nextTurn()
  }
  const here = new Map((await libraryIdentities(reader, await viewer())).map(({ id, name }) => [name, id]))
  for await (const chunk of archive.rows('libraries.jsonl', LibraryIdentity, most)) {
    for (const each of chunk) {
      const id = each && here.get(each.name)
      if (each && id) libraries.set(each.id, id)
    }
  }
  const idHere = (id: string) => books.get(id)?.id ?? series.get(id)?.id ?? libraries.get(id) ?? null
  return {
    report: {
      books: { total, matched: by, missing: total - books.size },
      series: { total: totalSeries, matched: series.size, missing: totalSeries - series.size },
      missingTitles,
    },
    book: id => books.get(id),
    series: id => series.get(id),
    idHere,
    rename: text =>
      text.replace(
        /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,
        id => idHere(id.toLowerCase()) ?? id,
      ),
  }
}
