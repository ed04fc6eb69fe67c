import { findLibrary, publishLibraryEvent } from '../features/catalogue/libraries'
import { findSeries, publishSeriesEvent, seriesFields } from '../features/catalogue/series'
import type { SharedSeries } from '../features/people/sharing-tags'

/** What sharing tags need of the catalogue. */
export const SHARED_SERIES: SharedSeries = {
  async find(reader, viewer, id) {
    const series = await findSeries(reader, viewer, id)
    const { pk, id: libraryId, name } = await findLibrary(reader, viewer, series.library_id)
    return { id: series.id, title: series.title, library: { pk, id: libraryId, name } }
  },
  setSet: seriesFields.setSharingSet,
  replaceSet: seriesFields.replaceSharingSet,
  publish(tx, { id, library }) {
    publishSeriesEvent(tx, { id, library_id: library.id, library_pk: library.pk }, 'series_updated', ['sharingTags'])
    // People who lose sight of the series only hear that the library changed.
    publishLibraryEvent(tx, library, 'library_updated')
  },
}
