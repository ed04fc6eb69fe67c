import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { framedImage, type ImageSize, jpegImage, pageColour } from './images'
import { type ZipEntry, zip } from './zip'

export interface ComicOptions {
  readonly pages: number
  readonly size?: ImageSize
  readonly method?: 'store' | 'deflate'
  /** Fields of ComicInfo.xml; none: no such file. */
  readonly comicInfo?: Readonly<Record<string, string | number>>
}

function escapeXml(text: string | number): string {
  return String(text).replace(/[<>&"]/g, char => `&#${char.charCodeAt(0)};`)
}

/** The bytes of a .cbz whose page n (from 1) is `p00n.jpg` in the colour of `pageColour(n - 1)`. */
export async function comic(options: ComicOptions): Promise<Uint8Array> {
  const { pages, size = { width: 60, height: 90 }, method = 'store', comicInfo } = options
  const entries: ZipEntry[] = []
  for (let page = 0; page < pages; page++) {
    const name = `p${String(page + 1).padStart(3, '0')}.jpg`
    entries.push({ name, data: await jpegImage(size, pageColour(page)), method })
  }
  if (comicInfo) {
    const fields = Object.entries(comicInfo).map(([name, value]) => `<${name}>${escapeXml(value)}</${name}>`)
    const xml = `<?xml version="1.0" encoding="utf-8"?>\n<ComicInfo>${fields.join('')}</ComicInfo>`
    entries.push({ name: 'ComicInfo.xml', data: xml, method: 'deflate' })
  }
  return zip(entries)
}

export interface Frame {
  readonly size: ImageSize
  readonly top: number
  readonly right: number
  readonly bottom: number
  readonly left: number
}

/** Three pages with a drawing of one colour within white borders of this width. */
export async function framedComic({ size, top, right, bottom, left }: Frame): Promise<Uint8Array> {
  const drawn = { width: size.width - left - right, height: size.height - top - bottom }
  const page = (index: number) => framedImage(size, pageColour(index), { left, top, ...drawn })
  const entries = [0, 1, 2].map(async index => {
    return { name: `p${index + 1}.jpg`, data: await page(index), method: 'store' } satisfies ZipEntry
  })
  return zip(await Promise.all(entries))
}

export interface EbookOptions {
  readonly title: string
  readonly author?: string
  readonly language?: string
  /** One XHTML document each, of this many paragraphs and, below them, XHTML as it is given. */
  readonly chapters: readonly {
    readonly title: string
    readonly paragraphs: readonly string[]
    readonly markup?: string
  }[]
  /** Files next to the chapters, such as pictures. */
  readonly files?: readonly ZipEntry[]
}

const CONTAINER = `<?xml version="1.0"?>
<container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container">
<rootfiles><rootfile full-path="OEBPS/package.opf" media-type="application/oebps-package+xml"/></rootfiles>
</container>`

/** The bytes of an EPUB 3: mimetype first and stored, a navigation document, one document per chapter, no cover. */
export function ebook(options: EbookOptions): Uint8Array {
  const { title, author = 'Ada Marlowe', language = 'en', chapters, files = [] } = options
  const ids = chapters.map((_, index) => `c${index + 1}`)
  const page = (heading: string, body: string) =>
    `<?xml version="1.0" encoding="utf-8"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops" xml:lang="${language}"><head><title>${escapeXml(heading)}</title></head><body>${body}</body></html>`
  const opf = `<?xml version="1.0" encoding="utf-8"?>
<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id">
<metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:octavo:${escapeXml(title)}</dc:identifier>
<dc:title>${escapeXml(title)}</dc:title><dc:creator>${escapeXml(author)}</dc:creator><dc:language>${language}</dc:language>
<meta property="dcterms:modified">2026-01-01T00:00:00Z</meta></metadata>
<manifest><item id="nav" href="nav.xhtml" media-type="application/xhtml+xml" properties="nav"/>
${ids.map(id => `<item id="${id}" href="${id}.xhtml" media-type="application/xhtml+xml"/>`).join('\n')}</manifest>
<spine>${ids.map(id => `<itemref idref="${id}"/>`).join('')}</spine></package>`
  const links = chapters.map(({ title }, index) => `<li><a href="${ids[index]}.xhtml">${escapeXml(title)}</a></li>`)
  const text = chapters.map(({ title, paragraphs, markup = '' }, index): ZipEntry => {
    const body = `<h1>${escapeXml(title)}</h1>${paragraphs.map(line => `<p>${escapeXml(line)}</p>`).join('')}${markup}`
    return { name: `OEBPS/${ids[index]}.xhtml`, data: page(title, body), method: 'deflate' }
  })
  return zip([
    { name: 'mimetype', data: 'application/epub+zip' },
    { name: 'META-INF/container.xml', data: CONTAINER, method: 'deflate' },
    { name: 'OEBPS/package.opf', data: opf, method: 'deflate' },
    {
      name: 'OEBPS/nav.xhtml',
      data: page(title, `<nav epub:type="toc"><ol>${links.join('')}</ol></nav>`),
      method: 'deflate',
    },
    ...text,
    ...files.map(file => ({ ...file, name: `OEBPS/${file.name}` })),
  ])
}

/** Writes files below `folder`: relative path -> bytes. Folders on the way are made. */
export function writeLibrary(folder: string, files: Readonly<Record<string, Uint8Array | string>>): void {
  for (const [path, data] of Object.entries(files)) {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, data)
  }
}
