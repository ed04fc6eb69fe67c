import { lazyPart } from '../../ui/lazy-part'

/** The sharing tags of a series; its code comes when it is first opened. */
export const SeriesTagsDialog = lazyPart(() => import('./series-tags-dialog'))
