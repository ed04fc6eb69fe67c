/** Deletes the files that a merge has left over. */
export { deleteOthers, type OtherFile, othersToDelete } from './delete-others'
/** The routes that delete files from the disk. */
export { fileDeletionRoutes } from './file-deletion.routes'
/** What a stop has cut off gets its end. */
export { finishDeletions } from './finish-deletions'
