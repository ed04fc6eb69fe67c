import { unlessAborted } from '../../../kernel/patience'
import type { TaskWork } from '../../../platform/task-work'
import { makeChosenAgain } from './chosen-files'
import type { CoverWork } from './cover-work.types'
import { makeSeriesCover } from './make-series-cover'
import { type ImageScope, imageOfText, isChosen, seriesOfImages } from './series-images.queries'

/**
 * Makes covers of series from images in their folders, as part of a task: with `force` all of them, else those with
 * lost files.
 */
export async function makeSeriesCovers(deps: CoverWork, work: TaskWork, scope: ImageScope, force: boolean) {
  const all = await seriesOfImages(deps.connection.reader, scope)
  const counts = { total: all.length, made: 0, skipped: 0, failed: 0 }
  work.progress.total += all.length
  for (const series of all) {
    work.signal.throwIfAborted()
    const { id: seriesId, cover_version: version, cover_image: image } = series
    const isThere = version === null || (await deps.covers.has({ seriesId, version }))
    if (isChosen(series)) {
      if (!isThere && version !== null) await makeChosenAgain(deps, { seriesId, version })
      counts.skipped++
    } else if (image !== null && (force || !isThere)) {
      const making = makeSeriesCover(deps, series, imageOfText(image), work.write)
      const { outcome, problem, bytes } = await unlessAborted(making, work.signal)
      work.processed({ items: 1, bytes })
      if (outcome === 'made') counts.made++
      else counts.failed++
      if (problem) work.note('warn', `${series.path}/${imageOfText(image).name}: ${problem.message}`)
      else if (outcome === 'unread') work.note('warn', `${series.path}: the image is not the one that was scanned.`)
    } else {
      counts.skipped++
    }
    work.progress.current++
  }
  return counts
}
