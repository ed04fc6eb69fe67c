import { lazy } from 'react'

/** The sharing tags of a series; its code comes when it is first opened. */
export const SeriesTagsDialog = lazy(() => import('./series-tags-dialog'))
