import { lazyPart } from '../../ui/lazy-part'
import { loadDataMessages } from './messages'

/** All that belongs to somebody, on their profile. */
export const OwnData = lazyPart(() => import('./own-data'), loadDataMessages)
