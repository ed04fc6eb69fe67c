/** Names of cover images next to a book, best first. */
export const COVER_NAMES: readonly string[] = ['cover', 'folder', 'poster']
/** Best first. */
export const COVER_EXTENSIONS: readonly string[] = [
  'jpg',
  'jpeg',
  'png',
  'webp',
  'avif',
  'gif',
  'jxl',
  'heic',
  'bmp',
  'tif',
  'tiff',
  'svg',
]

const COVER_NAME = new RegExp(`^(${COVER_NAMES.join('|')})\\.(${COVER_EXTENSIONS.join('|')})$`, 'i')

/** The rank of a folder's cover name, lower is better; null for any other name. */
export function coverRank(name: string): number | null {
  const [, stem = '', extension = ''] = COVER_NAME.exec(name) ?? []
  if (stem === '') return null
  const rank = COVER_NAMES.indexOf(stem.toLowerCase()) * COVER_EXTENSIONS.length
  return rank + COVER_EXTENSIONS.indexOf(extension.toLowerCase())
}
