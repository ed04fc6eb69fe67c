import type { PublicationMember } from '../../../formats/facts'

const SCRIPT = /script|wasm|application\/x-shockwave/i
const FONT = /^(?:font\/|application\/(?:vnd\.ms-opentype|font-|x-font-))/i
/** What a browser insists on with `nosniff`; books say other things of such files. */
const BY_NAME: Readonly<Record<string, string>> = {
  css: 'text/css',
  otf: 'font/otf',
  ttf: 'font/ttf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  js: 'text/plain',
  mjs: 'text/plain',
}

/** Media type to send: what the book says, except that scripts are only text, and styles and fonts are what they are. */
export function servedType({ path, mediaType }: Pick<PublicationMember, 'path' | 'mediaType'>): string {
  const type = BY_NAME[path.slice(path.lastIndexOf('.') + 1).toLowerCase()] ?? mediaType.trim().toLowerCase()
  if (SCRIPT.test(type)) return 'text/plain'
  // A type is put into a header: what is not one is not passed on.
  return /^[\w.+-]+\/[\w.+-]+$/.test(type) ? type : 'application/octet-stream'
}

/** Fonts are fetched with CORS, and a frame without an origin is another origin even here. */
export function sharedWithFrames(mediaType: string): boolean {
  return FONT.test(mediaType)
}
