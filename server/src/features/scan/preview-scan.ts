import { BOOK_FORMATS } from '@octavo/contract/formats'
import type { DetectedSeriesDto } from '@octavo/contract/library'
import { sortNaturally } from '../../formats/natural-order'
import { LIMITS } from '../../kernel/limits'
import { libraryFolder } from '../libraries'
import { seriesOfFile } from '../naming'
import { type WalkedFile, walk } from './1-walk'
import { createExclusions } from './exclusions'

export interface FoundSeries {
  readonly path: string
  readonly title: string
  readonly files: readonly WalkedFile[]
}

/**
 * What a folder would become, without a database and without opening a file.
 * @throws BadRequest when the folder cannot be read
 */
export async function findSeriesIn(folder: string, signal: AbortSignal): Promise<FoundSeries[]> {
  const files: WalkedFile[] = []
  await walk({
    root: await libraryFolder(folder),
    formats: new Set(BOOK_FORMATS),
    exclusions: createExclusions(null),
    signal,
    onFolder: async found => void files.push(...found),
  })
  const groups = Map.groupBy(files, file => seriesOfFile(file.path).path)
  const series = [...groups].map(([path, group]) => ({
    path,
    title: seriesOfFile(group[0]?.path ?? path).title,
    files: sortNaturally(group, file => file.name),
  }))
  return sortNaturally(series, one => one.title)
}

export async function previewScan(
  folder: string,
  signal: AbortSignal,
): Promise<{ detectedSeries: DetectedSeriesDto[]; totalFiles: number }> {
  const series = await findSeriesIn(folder, signal)
  return {
    detectedSeries: series.map(({ title, path, files }) => ({
      name: title,
      path,
      bookCount: files.length,
      sampleBooks: files.slice(0, LIMITS.previews.sampleBooks).map(file => file.name),
    })),
    totalFiles: series.reduce((sum, { files }) => sum + files.length, 0),
  }
}
