import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import type { PreviewScanResponse } from '@octavo/contract/library'
import { sortNaturally } from '../../formats/natural-order'
import { LIMITS } from '../../kernel/limits'
import type { Naming } from '../naming'
import { type SkipReason, type WalkedFile, walk } from './1-walk'
import { createExclusions } from './exclusions'

export interface FoundSeries {
  readonly path: string
  readonly title: string
  readonly files: readonly WalkedFile[]
}

/** Folders, and the rules of the library that they may become. */
export interface PreviewQuestion {
  /** Absolute, each a folder that can be read. */
  readonly folders: readonly string[]
  readonly naming: Naming
  /** Null takes all. */
  readonly formats: readonly BookFormat[] | null
  /** One glob a line. */
  readonly excludedPatterns: string | null
  /** Whether a folder of images is a book; true unless told. */
  readonly imageFolders?: boolean
}

type Skipped = PreviewScanResponse['skipped']

/**
 * What folders would become, without a database and without opening a file.
 */
export async function findSeriesIn(
  { folders, naming, formats, excludedPatterns, imageFolders = true }: PreviewQuestion,
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
  const groups = Map.groupBy(files, file => naming.place(file.path, null).path)
  const series = [...groups].map(([path, group]) => ({
    path,
    title: naming.place(group[0]?.path ?? path, null).title,
    files: sortNaturally(group, file => file.name),
  }))
  return {
    series: sortNaturally(series, one => one.title),
    skipped: [...skipped].map(([reason, { count, samples }]) => ({ reason, count, samples })),
  }
}

export async function previewScan(question: PreviewQuestion, signal: AbortSignal): Promise<PreviewScanResponse> {
  const { naming } = question
  const { series, skipped } = await findSeriesIn(question, signal)
  return {
    detectedSeries: series.map(({ title, path, files }) => {
      const publisher = naming.place(files[0]?.path ?? path, null).publisher
      return {
        name: title,
        path,
        bookCount: files.length,
        sampleBooks: files.slice(0, LIMITS.previews.sampleBooks).map(file => file.name),
        ...(publisher !== undefined && { metadata: { publisher } }),
      }
    }),
    totalFiles: series.reduce((sum, { files }) => sum + files.length, 0),
    files: previewedFiles(series, naming),
    skipped,
  }
}

/** Names of the first files of each series, so that every series shows some. */
function previewedFiles(series: readonly FoundSeries[], naming: Naming): PreviewScanResponse['files'] {
  const perSeries = Math.max(3, Math.floor(LIMITS.previews.files / Math.max(1, series.length)))
  return series
    .flatMap(({ title, files }) =>
      files.slice(0, perSeries).map((file, index) => ({ file, title, index, seriesBooks: files.length })),
    )
    .slice(0, LIMITS.previews.files)
    .map(({ file: { folder, path, name }, title, index, seriesBooks }) => {
      const names = naming.book({ path, fileName: name, inside: null, seriesBooks }, naming.place(path, null))
      const number = names.number ?? (naming.isPositional ? index + 1 : null)
      return {
        folder: folder.path,
        path,
        series: title,
        title: names.title,
        volume: names.volume,
        chapter: names.chapter,
        number,
      }
    })
}
