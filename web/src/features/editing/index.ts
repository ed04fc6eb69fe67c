/** Many books or series changed at once. */
export { BulkDialog } from './bulk-dialog-lazy'
/** Metadata of books and series, edited by hand. */
export { useEditing, useEditKey } from './use-editing'
