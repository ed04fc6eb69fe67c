/** Metadata of books and series, edited by hand. */
export { useEditing, useEditKey } from './use-editing'
