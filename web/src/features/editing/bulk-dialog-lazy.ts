import { lazyPart } from '../../ui/lazy-part'

/** The bulk edit dialog, loaded when it is opened, with its messages. */
export const BulkDialog = lazyPart(async () => ({ default: (await import('./bulk-dialog')).BulkDialog }))
