/** Deletes files left over by a merge. */
export { deleteOthers, type OtherFile, othersToDelete, problemOf } from './delete-others'
/** The routes that delete files from the disk. */
export { fileDeletionRoutes } from './file-deletion.routes'
/** Completes interrupted deletions. */
export { finishDeletions } from './finish-deletions'
