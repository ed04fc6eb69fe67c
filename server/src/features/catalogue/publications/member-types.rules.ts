import type { PublicationMember } from '../../../formats/facts'

const SCRIPT = /script|wasm|application\/x-shockwave/i
const FONT = /^(?:font\/|application\/(?:vnd\.ms-opentype|font-|x-font-))/i
/** Types that browsers require with `nosniff`; books often declare others. */
const BY_NAME: Readonly<Record<string, string>> = {
  css: 'text/css',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  js: 'text/plain',
  mjs: 'text/plain',
}

/**
 * Media type of a part: as the book declares it, except that scripts are sent as text, and styles and fonts by their
 * extension.
 */
export function servedType({ path, mediaType }: Pick<PublicationMember, 'path' | 'mediaType'>): string {
  const type = BY_NAME[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? mediaType.trim().toLowerCase()
  if (SCRIPT.test(type)) return 'text/plain'
  // It becomes a header, so invalid types are dropped.
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}

/** Fonts are fetched with CORS, and a frame with an opaque origin is cross-origin. */
export function sharedWithFrames(mediaType: string): boolean {
  return FONT.test(mediaType)
}
