/** Permission to write metadata to files; the menu item and its dialog. */
export { useMayWriteBack, useWriteBack, WriteBackDialog } from './use-write-back'
