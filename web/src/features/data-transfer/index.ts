import { lazyPart } from '../../ui/lazy-part'
import { loadDataMessages } from './messages'

/** Export and import of a user's data, on their profile. */
export const OwnData = lazyPart(() => import('./own-data'), loadDataMessages)
