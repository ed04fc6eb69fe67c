/** Who may write metadata to files; the item of a menu and its dialog. */
export { useMayWriteBack, useWriteBack, WriteBackDialog } from './use-write-back'
