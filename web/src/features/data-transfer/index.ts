import { lazyPart } from '../../ui/lazy-part'

/** Export and import of a user's data, on their profile. */
export const OwnData = lazyPart(() => import('./own-data'))
