import { deflateRawSync } from 'node:zlib'
import { comic } from '../kit/books'
import { jpegImage } from '../kit/images'
import { deflated, type RawEntry, rawZip } from '../kit/raw-zip'

/**
 * The expected result of a kind: `cut`, a warning that names what was cut; `whole`, read without loss; `error`, a named
 * error of the book; `report`, skipped with a sentence or a reason in the scan report.
 */
export type Said = 'cut' | 'whole' | 'error' | 'report'

export interface HostileKind {
  readonly name: string
  readonly said: Said
  /** Files by their path below the kind's own folder; a path may be bytes that no UTF-8 has. */
  files(): Promise<readonly HostileFile[]> | readonly HostileFile[]
}

export interface HostileFile {
  readonly path: string | Buffer
  readonly bytes: Uint8Array | string
  /** Modification time in seconds since 1970; some file systems do not support each. */
  readonly mtime?: string
  /** The file is that long, with nothing in it behind its bytes. */
  readonly sparseTo?: string
}

export const CJK = '漢'
/** One letter that becomes eighteen when it is folded (U+FDFA). */
export const GROWING = '\uFDFA'
export const words = (count: number, stem: string) => Array.from({ length: count }, (_, i) => `${stem}${i}`)
export const letters = (count: number) => {
  // What does not repeat cannot be made small by compression, as an index would try.
  let state = 12_345
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return String.fromCharCode(97 + (state % 26))
  }).join('')
}
export const cjk = (count: number) => {
  let state = 54_321
  return Array.from({ length: count }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return String.fromCharCode(0x4e00 + (state % 20_000))
  }).join('')
}

let picture: Promise<Buffer> | undefined
export function page(): Promise<Buffer> {
  picture ??= jpegImage({ width: 30, height: 45 }).then(bytes => Buffer.from(bytes))
  return picture
}

export async function withInfo(inside: string | Buffer, pages: readonly RawEntry[] = []): Promise<Buffer> {
  const xml = typeof inside === 'string' ? Buffer.from(`<?xml version="1.0"?><ComicInfo>${inside}</ComicInfo>`) : inside
  return rawZip([{ name: '1.jpg', data: await page() }, ...pages, deflated('ComicInfo.xml', xml)])
}

/** A comic with this ComicInfo.xml. */
export function info(name: string, inside: () => string | Buffer, said: Said = 'cut'): HostileKind {
  return { name, said, files: async () => [{ path: 'book.cbz', bytes: await withInfo(inside()) }] }
}

export const field = (name: string, make: () => string) => () => `<${name}>${make()}</${name}>`

const CONTAINER = `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="p.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`
const CHAPTER =
  '<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><p>Text.</p></body></html>'

export interface EpubParts {
  readonly metadata?: string
  readonly manifest?: string
  readonly spine?: string
  readonly entries?: readonly RawEntry[]
}

export function epubOf({ metadata = '', manifest = '', spine = '', entries = [] }: EpubParts): Buffer {
  const opf = `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">x</dc:identifier>${metadata}</metadata>
<manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/>${manifest}</manifest>
<spine><itemref idref="c"/>${spine}</spine></package>`
  return rawZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip') },
    deflated('META-INF/container.xml', Buffer.from(CONTAINER)),
    deflated('p.opf', Buffer.from(opf)),
    deflated('c.xhtml', Buffer.from(CHAPTER)),
    ...entries,
  ])
}

export function epub(name: string, parts: () => EpubParts, said: Said = 'cut'): HostileKind {
  return { name, said, files: () => [{ path: 'book.epub', bytes: epubOf(parts()) }] }
}

export const subject = (text: string) => `<dc:subject>${text}</dc:subject>`
export const title = (text: string) => `<dc:title>${text}</dc:title>`

/** A plain book under an odd name. */
export function named(name: string, paths: readonly (string | Buffer)[], said: Said = 'whole'): HostileKind {
  return {
    name,
    said,
    files: () =>
      Promise.all(
        paths.map(async (path, at) => ({
          path,
          bytes: await comic({ pages: 1, size: { width: 20 + at, height: 31 } }),
        })),
      ),
  }
}

export function stamped(
  name: string,
  stamp: Pick<HostileFile, 'mtime' | 'sparseTo'>,
  said: Said = 'whole',
): HostileKind {
  return {
    name,
    said,
    files: async () => [{ path: 'book.cbz', bytes: await comic({ pages: 1 }), ...stamp }],
  }
}

export const raw = (text: string) => Buffer.from(text, 'latin1')
/** A folder name of so many bytes that nobody else's index makes smaller. */
export const deep = (levels: number, name: (at: number) => string) =>
  Array.from({ length: levels }, (_, i) => name(i)).join('/')

export function pagesNamed(
  name: string,
  count: number,
  nameOf: (at: number) => Buffer,
  said: Said = 'cut',
): HostileKind {
  return {
    name,
    said,
    files: async () => {
      const data = await page()
      const tiny = deflateRawSync(data)
      const entries = Array.from({ length: count }, (_, at) => ({
        ...deflated('x', data),
        data: tiny,
        name: nameOf(at),
      }))
      return [{ path: 'book.cbz', bytes: rawZip(entries) }]
    },
  }
}
