import { lazyPart } from '../../ui/lazy-part'

/** Changes many at once; fetched when it is opened, with the messages that it says. */
export const BulkDialog = lazyPart(
  async () => ({ default: (await import('./bulk-dialog')).BulkDialog }),
  () => import('./messages').then(({ loadEditingMessages }) => loadEditingMessages()),
)
