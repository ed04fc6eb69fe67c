import { isFolderName } from '../formats/book-names'

/** The name of a book without its extension; a folder of images has none, even with dots in its name. */
export function stemOf(fileName: string): string {
  return isFolderName(fileName) ? fileName : fileName.slice(0, fileName.lastIndexOf('.'))
}
