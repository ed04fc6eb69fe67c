import { LIMITS } from '../../../kernel/limits'
import { unlessAborted } from '../../../kernel/patience'
import { seriesImages } from '../../catalogue/covers'
import { seriesOfPaths, seriesWithImages } from './scan.queries'
import { fileProblem } from './scan-problems'
import { chunksOf, type ScanRun } from './scan-run'

/** Images opened concurrently. */
const IMAGES_AT_ONCE = 4
const { dropSeriesCover, imageOfText, isChosen, makeSeriesCover, textOfImage } = seriesImages

/**
 * Sets the cover of each series from the image in its folder, and removes covers of deleted images. Only a new or
 * changed image is opened; a deep scan opens all. Chosen covers stay.
 */
export async function keepSeriesCovers(run: ScanRun): Promise<void> {
  const { reader } = run.deps.connection
  const { seenCovers: seen, library } = run
  const known = new Map((await seriesWithImages(reader, library.pk)).map(series => [series.pk, series]))
  for (const paths of chunksOf(seen.paths(), LIMITS.scan.batch)) {
    for (const series of await seriesOfPaths(reader, library.pk, paths)) known.set(series.pk, series)
  }
  const waiting = [...known.values()].values()
  async function next(): Promise<void> {
    for (const series of waiting) {
      run.signal.throwIfAborted()
      await keepCover(run, series)
    }
  }
  await Promise.all(Array.from({ length: IMAGES_AT_ONCE }, next))
}

async function keepCover(run: ScanRun, series: seriesImages.SeriesOfImage): Promise<void> {
  const { deps, seenCovers: seen, report } = run
  const { path, cover_image: before } = series
  if (isChosen(series)) return
  const image = seen.imageAt(path)
  if (image === null) {
    if (before !== null && seen.wasListed(imageOfText(before), path)) await dropSeriesCover(deps, series, run.write)
    return
  }
  // A partial scan may not have listed another folder's image: that one stays.
  const isOther = before !== null && imageOfText(before).folderPk !== image.folderPk
  if (isOther && !seen.wasListed(imageOfText(before), path)) return
  if (before === textOfImage(image) && run.mode !== 'deep') return
  const { problem } = await unlessAborted(makeSeriesCover(deps, series, image, run.write), run.signal)
  if (!problem) return
  const place = path === '' ? image.name : `${path}/${image.name}`
  report.note(fileProblem('cover_image', { ...run.shownFolder(image.folderPk), path: place }, problem))
}
