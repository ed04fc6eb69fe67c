import { BOOK_FORMATS, type BookFormat } from '@octavo/contract/formats'
import type { PreviewScanResponse } from '@octavo/contract/library'
import type { MetadataSourcesDto } from '@octavo/contract/metadata-sources'
import { sortNaturally } from '../../../formats/natural-order'
import { LIMITS } from '../../../kernel/limits'
import { editionsAmong } from '../../../naming/editions.rules'
import { positionsOf } from '../../../naming/naming'
import { eachInTurns, nextTurn } from '../../../platform/task-work'
import type { NamedBook, ParserPool } from '../../../workers/pool.types'
import { chapterInside, type InsideNames, type Namer, type SeriesPlace, stemOf } from '../../catalogue/naming'
import { type SkipReason, walk } from './1-walk'
import { createExclusions } from './exclusions'
import { readSamples, type Samples } from './read-samples'
import type { WalkedFile } from './walked-file'

export interface FoundFile {
  readonly file: WalkedFile
  readonly place: SeriesPlace
  readonly inside: InsideNames | null
  /** Whether its metadata was read. */
  readonly read: boolean
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
  /** The default ones if absent or null. */
  readonly sources?: MetadataSourcesDto | null
}

type Pool = Pick<ParserPool, 'analyze'>
type Skipped = PreviewScanResponse['skipped']

/**
 * A preview of folders as a library, without a database. Files are read as a scan reads them, within limits: the first
 * of each series before the second.
 */
export async function findSeriesIn(
  pool: Pool,
  question: PreviewQuestion,
  signal: AbortSignal,
): Promise<{ readonly series: FoundSeries[]; readonly skipped: Skipped }> {
  const { namer, sources = null } = question
  const { files, skipped } = await walkFolders(question, signal)
  const before = await placed(files, namer)
  const byName = await eachInTurns([...Map.groupBy(before, ({ place }) => place.path).values()], inOrder)
  const samples = await readSamples(pool, firstOfEach(byName), { sources, signal })
  const titles = new Map(before.map(({ place }) => [place.path, place.title]))
  const editions = editionsAmong(files, ({ folder, path }) => ({ folder: folder.path, path }))
  await nextTurn()
  const groups = Map.groupBy(await placedAgain(before, namer, samples), ({ place }) => place.path)
  const series = await eachInTurns([...groups], ([path, group]) => ({
    path,
    // As in a scan, only a series of one takes the title in the metadata of its book.
    title: (group.length > 1 ? titles.get(path) : undefined) ?? group[0]?.place.title ?? path,
    files: inOrder(group),
    editions,
  }))
  await nextTurn()
  return { series: sortNaturally(series, one => one.title), skipped }
}

async function walkFolders(
  { folders, formats, excludedPatterns, imageFolders = true }: PreviewQuestion,
  signal: AbortSignal,
): Promise<{ readonly files: readonly WalkedFile[]; readonly skipped: Skipped }> {
  const files: WalkedFile[] = []
  const skipped = new Map<SkipReason, { count: number; samples: string[] }>()
  for (const path of folders) {
    await walk({
      folder: { pk: 0, path },
      formats: new Set(formats ?? BOOK_FORMATS),
      exclusions: createExclusions(excludedPatterns),
      imageFolders,
      signal,
      async onFolder(found) {
        for (const file of found) files.push(file)
      },
      onSkipped(path, reason) {
        const group = skipped.get(reason) ?? { count: 0, samples: [] }
        skipped.set(reason, group)
        group.count++
        if (group.samples.length < LIMITS.previews.sampleBooks) group.samples.push(path)
      },
    })
  }
  return { files, skipped: [...skipped].map(([reason, { count, samples }]) => ({ reason, count, samples })) }
}

async function placed(files: readonly WalkedFile[], namer: Namer): Promise<FoundFile[]> {
  const places = await namer.place(files.map(({ path }) => ({ path, inside: null })))
  return files.map((file, at) => ({ file, read: false, inside: null, place: places[at] as SeriesPlace }))
}

/** By their metadata where it was read: the time that patterns may take is for all calls together. */
async function placedAgain(found: readonly FoundFile[], namer: Namer, samples: Samples): Promise<FoundFile[]> {
  const tagged = [...samples].flatMap(([file, metadata]) =>
    metadata ? [{ file, inside: { ...metadata, chapter: chapterInside(metadata) } }] : [],
  )
  const places = await namer.place(tagged.map(({ file, inside }) => ({ path: file.path, inside })))
  const changed = new Map(tagged.map(({ file, inside }, at) => [file, { inside, place: places[at] as SeriesPlace }]))
  return found.map(one => ({ ...one, read: samples.has(one.file), ...changed.get(one.file) }))
}

const inOrder = (files: readonly FoundFile[]) => sortNaturally(files, ({ file }) => stemOf(file.name))

/** The first file of each series, then the second of each, as many as are read. */
function firstOfEach(series: readonly (readonly FoundFile[])[]): WalkedFile[] {
  const first: WalkedFile[] = []
  for (let index = 0, before = -1; first.length > before; index++) {
    before = first.length
    for (const files of series) {
      const file = files[index]?.file
      if (file && first.push(file) === LIMITS.previews.files) return first
    }
  }
  return first
}

export async function previewScan(
  pool: Pool,
  question: PreviewQuestion,
  signal: AbortSignal,
): Promise<PreviewScanResponse> {
  const { series, skipped } = await findSeriesIn(pool, question, signal)
  return {
    detectedSeries: series.map(one => {
      const publisher = one.files[0]?.place.publisher
      return {
        name: one.title,
        path: one.path,
        bookCount: one.files.length,
        sampleBooks: one.files.slice(0, LIMITS.previews.sampleBooks).map(({ file }) => file.name),
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
    .slice(0, LIMITS.previews.files)
    .flatMap(one => {
      const positions = positionsIn(one, namer)
      return one.files.slice(0, perSeries).map((found, at) => ({ found, from: one, position: positions[at] ?? null }))
    })
    .slice(0, LIMITS.previews.files)
  const names = await namer.book(shown.map(one => bookQuestion(one.found, one.from)))
  return names.map(({ title, volume, chapter, number }, at) => {
    const { found, from, position } = shown[at] as (typeof shown)[number]
    const { folder, path } = found.file
    const { title: series } = from
    const { read: metadataRead } = found
    return { folder: folder.path, path, series, title, volume, chapter, number: number ?? position, metadataRead }
  })
}

/** The numbers of its files without one of their own. */
export function positionsIn({ files }: FoundSeries, namer: Namer): readonly (number | null)[] {
  return positionsOf(
    files.map(({ file }) => file.name),
    namer,
  )
}

/** Naming input of a file. */
export function bookQuestion({ file, place, inside }: FoundFile, series: FoundSeries): NamedBook {
  const { path, name: fileName } = file
  const hasOtherEdition = series.editions.has(file)
  const { title } = series
  return {
    file: { path, fileName, inside, seriesBooks: series.files.length, hasOtherEdition },
    place: { ...place, title },
  }
}
