/** The menu item that adds series or books to a list, with its dialog. */
export { useAddToList } from './use-add-to-list'
