/** Names of images that are the cover of the book next to them, best first. */
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

/** How good the name of a folder's cover is: the least is the best; null for any other name. */
export function coverRank(name: string): number | null {
  const [, stem = '', extension = ''] = COVER_NAME.exec(name) ?? []
  if (stem === '') return null
  const rank = COVER_NAMES.indexOf(stem.toLowerCase()) * COVER_EXTENSIONS.length
  return rank + COVER_EXTENSIONS.indexOf(extension.toLowerCase())
}
