import { lazyPart } from '../../ui/lazy-part'

/** The sharing tags of a series, loaded when first opened. */
export const SeriesTagsDialog = lazyPart(() => import('./series-tags-dialog'))
