import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import type { PreviewScanResponse } from '@octavo/contract/library'
import { sortNaturally } from '../../../formats/natural-order'
import { LIMITS } from '../../../kernel/limits'
import { editionsAmong } from '../../../naming/editions.rules'
import type { NamedBook } from '../../../workers/pool.types'
import type { Namer, SeriesPlace } from '../../catalogue/naming'
import { type SkipReason, walk } from './1-walk'
import { createExclusions } from './exclusions'
import type { WalkedFile } from './walked-file'

export interface FoundFile {
  readonly file: WalkedFile
  readonly place: SeriesPlace
}

export interface FoundSeries {
  readonly path: string
  readonly title: string
  readonly files: readonly FoundFile[]
  /** Those with another edition. */
  readonly editions: ReadonlySet<WalkedFile>
}

/** Folders, and the rules of the future library. */
export interface PreviewQuestion {
  /** Absolute paths of readable folders. */
  readonly folders: readonly string[]
  readonly namer: Namer
  /** Null allows all. */
  readonly formats: readonly BookFormat[] | null
  /** One glob per line. */
  readonly excludedPatterns: string | null
  /** Whether a folder of images is a book; true by default. */
  readonly imageFolders?: boolean
}

type Skipped = PreviewScanResponse['skipped']

/** A preview of folders as a library, without a database and without opening a file. */
export async function findSeriesIn(
  { folders, namer, formats, excludedPatterns, imageFolders = true }: PreviewQuestion,
  signal: AbortSignal,
): Promise<{ readonly series: FoundSeries[]; readonly skipped: Skipped }> {
  const files: WalkedFile[] = []
  const skipped = new Map<SkipReason, { count: number; samples: string[] }>()
  for (const path of folders) {
    await walk({
      folder: { pk: 0, path },
      formats: new Set(formats ?? BOOK_FORMATS),
      exclusions: createExclusions(excludedPatterns),
      imageFolders,
      signal,
      onFolder: async found => void files.push(...found),
      onSkipped(path, reason) {
        const group = skipped.get(reason) ?? { count: 0, samples: [] }
        skipped.set(reason, group)
        group.count++
        if (group.samples.length < LIMITS.previews.sampleBooks) group.samples.push(path)
      },
    })
  }
  const places = await namer.place(files.map(({ path }) => ({ path, inside: null })))
  const placed = files.map((file, index) => ({ file, place: places[index] as SeriesPlace }))
  const groups = Map.groupBy(placed, ({ place }) => place.path)
  const series = [...groups].map(([path, group]) => ({
    path,
    title: group[0]?.place.title ?? path,
    files: sortNaturally(group, ({ file }) => file.name),
    editions: editionsAmong(
      group.map(({ file }) => file),
      ({ folder, path }) => ({ folder: folder.path, path }),
    ),
  }))
  return {
    series: sortNaturally(series, one => one.title),
    skipped: [...skipped].map(([reason, { count, samples }]) => ({ reason, count, samples })),
  }
}

export async function previewScan(question: PreviewQuestion, signal: AbortSignal): Promise<PreviewScanResponse> {
  const { series, skipped } = await findSeriesIn(question, signal)
  return {
    detectedSeries: series.map(({ title, path, files }) => {
      const publisher = files[0]?.place.publisher
      return {
        name: title,
        path,
        bookCount: files.length,
        sampleBooks: files.slice(0, LIMITS.previews.sampleBooks).map(({ file }) => file.name),
        ...(publisher !== undefined && { metadata: { publisher } }),
      }
    }),
    totalFiles: series.reduce((sum, { files }) => sum + files.length, 0),
    files: await previewedFiles(series, question.namer),
    skipped,
  }
}

/** Names of the first files of each series, so that every series shows some. */
async function previewedFiles(series: readonly FoundSeries[], namer: Namer): Promise<PreviewScanResponse['files']> {
  const perSeries = Math.max(3, Math.floor(LIMITS.previews.files / Math.max(1, series.length)))
  const shown = series
    .flatMap(one => one.files.slice(0, perSeries).map((file, index) => ({ ...file, series: one, index })))
    .slice(0, LIMITS.previews.files)
  const names = await namer.book(shown.map(one => bookQuestion(one, one.series)))
  return names.map(({ title, volume, chapter, number }, at) => {
    const { file, series, index } = shown[at] as (typeof shown)[number]
    const ownOrPlace = number ?? (namer.isPositional ? index + 1 : null)
    return {
      folder: file.folder.path,
      path: file.path,
      series: series.title,
      title,
      volume,
      chapter,
      number: ownOrPlace,
    }
  })
}

/** Naming input of an unread file. */
export function bookQuestion({ file, place }: FoundFile, series: FoundSeries): NamedBook {
  const { path, name: fileName } = file
  const hasOtherEdition = series.editions.has(file)
  return { file: { path, fileName, inside: null, seriesBooks: series.files.length, hasOtherEdition }, place }
}
