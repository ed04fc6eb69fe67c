import { own } from '../kernel/own'

const BY_EXTENSION: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  jxl: 'image/jxl',
  bmp: 'image/bmp',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  heic: 'image/heic',
  heif: 'image/heic',
  svg: 'image/svg+xml',
  xhtml: 'application/xhtml+xml',
  html: 'text/html',
  htm: 'text/html',
  css: 'text/css',
  js: 'text/javascript',
  ncx: 'application/x-dtbncx+xml',
  opf: 'application/oebps-package+xml',
  xml: 'application/xml',
  ttf: 'font/ttf',
  otf: 'font/otf',
  woff: 'font/woff',
  woff2: 'font/woff2',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  mp4: 'video/mp4',
  smil: 'application/smil+xml',
  pls: 'application/pls+xml',
}

/** Media type by file extension; for types by content, see image/image-header. */
export function mediaTypeOfName(name: string): string {
  const dot = name.lastIndexOf('.')
  return own(BY_EXTENSION, name.slice(dot + 1).toLowerCase()) ?? 'application/octet-stream'
}
