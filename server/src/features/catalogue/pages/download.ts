import { isFolderName } from '../../../formats/book-names'

export { generatedZip } from './generated-zip'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  cbz: 'application/zip',
  cbr: 'application/x-rar-compressed',
  epub: 'application/epub+zip',
  pdf: 'application/pdf',
}

/** Archives that count as another format by the file name. */
const KIN_MEDIA_TYPES: Readonly<Record<string, string>> = { cb7: 'application/x-cb7', cbt: 'application/x-cbt' }

/** The media type of a book's file. */
export function fileMediaType(fileName: string, format: string): string {
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()
  return KIN_MEDIA_TYPES[extension] ?? MEDIA_TYPES[format] ?? 'application/octet-stream'
}

/** File name for a download: a folder of images is sent as an archive. */
export function downloadName(fileName: string): string {
  return isFolderName(fileName) ? `${fileName}.cbz` : fileName
}
