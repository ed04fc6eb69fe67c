/** Bulk editing of books or series. */
export { BulkDialog } from './bulk-dialog-lazy'
/** Editing the metadata of books and series. */
export { useEditing, useEditKey } from './use-editing'
