// H08: SVG with scripts, external references or endless content. It is never drawn, and a browser that opens it runs
// nothing.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test'
import type { BookDto } from '@octavo/contract/book'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { allBooks, makeLibrary } from '../api/catalogue'
import { writeLibrary } from '../kit/books'
import { openBrowser } from '../kit/browser'
import type { Client } from '../kit/client'
import { jpegImage } from '../kit/images'
import { temporaryFolder } from '../kit/paths'
import { deflated, rawZip } from '../kit/raw-zip'
import { type Octavo, startOctavo } from '../kit/server'
import { tell } from './bench'

setDefaultTimeout(120_000)

const XMLNS = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="200" height="300"'

/** `%` is an address that must not be requested. */
const DRAWINGS: Readonly<Record<string, string>> = {
  script: `<svg ${XMLNS}><script>fetch('%/script')</script></svg>`,
  'script-from-elsewhere': `<svg ${XMLNS}><script xlink:href="%/script.js"/></svg>`,
  handler: `<svg ${XMLNS} onload="fetch('%/onload')"><rect width="9" height="9" onclick="fetch('%/click')"/></svg>`,
  animation: `<svg ${XMLNS}><a xlink:href="x"><animate attributeName="href" to="javascript:fetch('%/animate')" begin="0s"/><text>x</text></a></svg>`,
  'begin-handler': `<svg ${XMLNS}><animate onbegin="fetch('%/begin')" attributeName="x" dur="1s"/></svg>`,
  'foreign-frame': `<svg ${XMLNS}><foreignObject width="200" height="200"><iframe xmlns="http://www.w3.org/1999/xhtml" src="%/frame"/></foreignObject></svg>`,
  'foreign-script': `<svg ${XMLNS}><foreignObject width="200" height="200"><body xmlns="http://www.w3.org/1999/xhtml" onload="fetch('%/body')"><script>fetch('%/inner')</script></body></foreignObject></svg>`,
  'foreign-form': `<svg ${XMLNS}><foreignObject width="200" height="200"><form xmlns="http://www.w3.org/1999/xhtml" action="%/form"><input autofocus="" onfocus="this.form.submit()"/></form></foreignObject></svg>`,
  'remote-image': `<svg ${XMLNS}><image xlink:href="%/image.png" width="9" height="9"/></svg>`,
  'file-image': `<svg ${XMLNS}><image xlink:href="file:///etc/passwd" width="9" height="9"/><image xlink:href="file:///dev/zero" width="9" height="9"/></svg>`,
  'remote-style': `<?xml-stylesheet href="%/sheet.css"?><svg ${XMLNS}><style>@import url(%/import.css); rect { fill: url(%/fill.svg#x); }</style><rect width="9" height="9"/></svg>`,
  'remote-font': `<svg ${XMLNS}><style>@font-face { font-family: f; src: url(%/font.woff) } text { font-family: f }</style><text y="20">x</text></svg>`,
  'remote-use': `<svg ${XMLNS}><use xlink:href="%/use.svg#x"/><feImage xlink:href="%/filter.svg"/></svg>`,
  'nested-use': `<svg ${XMLNS}><g id="g0"><rect width="1" height="1"/></g>${Array.from({ length: 30 }, (_, i) => `<g id="g${i + 1}">${`<use xlink:href="#g${i}"/>`.repeat(10)}</g>`).join('')}</svg>`,
  entities: `<!DOCTYPE svg [<!ENTITY x SYSTEM "%/entity"><!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><svg ${XMLNS}><text>&x;&b;</text></svg>`,
}
/** What librsvg and this server leave out, or look for nowhere: the rest of them is drawn. */
const DRAWN_WITHOUT = ['animation', 'foreign-frame', 'foreign-script', 'foreign-form', 'remote-style', 'remote-font']
const HARMLESS = `<svg ${XMLNS}><rect width="200" height="300" fill="#f00000"/></svg>`
const GIGANTIC: Readonly<Record<string, string>> = {
  wide: '<svg xmlns="http://www.w3.org/2000/svg" width="1e9" height="1e9"/>',
  deep: `<svg ${XMLNS}>${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}</svg>`,
  long: `<svg ${XMLNS}>${' '.repeat(5 * 1024 ** 2)}</svg>`,
}
/** A browser may draw them for minutes, so as parts of an EPUB they are refused. */
const NOT_SENT = ['animation', 'nested-use', 'entities']

describe('H08', () => {
  const folder = temporaryFolder('svg')
  const outbound: string[] = []
  const canary = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: request => {
      outbound.push(new URL(request.url).pathname)
      return new Response('')
    },
  })
  let octavo: Octavo
  let admin: Client
  let browser: Browser
  let books: readonly BookDto[]
  const drawings = new Map<string, string>()
  let scripts = 0
  let refused = 0
  let visited = 0

  beforeAll(async () => {
    const here = `http://127.0.0.1:${canary.port}`
    const page = await jpegImage({ width: 20, height: 30 })
    const files: Record<string, Uint8Array> = { 'Covers/harmless.epub': withCover(Buffer.from(HARMLESS)) }
    for (const [name, drawing] of Object.entries(DRAWINGS)) {
      drawings.set(name, drawing.replaceAll('%', here))
      const svg = Buffer.from(drawing.replaceAll('%', here))
      files[`Covers/${name}.epub`] = withCover(svg)
      files[`Pages/${name}.cbz`] = rawZip([
        { name: '1.jpg', data: svg },
        { name: '2.svg', data: svg },
        { name: '3.jpg', data: Buffer.from(page) },
      ])
    }
    writeLibrary(folder.path, files)
    octavo = await startOctavo({ database: 'sqlite' })
    admin = await octavo.signInAsAdmin()
    await makeLibrary(admin, 'Drawings', folder.path)
    books = await allBooks(admin)
    browser = await openBrowser()
  })
  afterAll(async () => {
    tell(
      'H08',
      `scripts ${scripts}, outbound ${outbound.length} of ${visited} visits in Chromium; ${refused} drawings refused as pages, covers and uploads`,
    )
    await browser?.close()
    await octavo?.stop()
    await canary.stop(true)
    folder.remove()
  })

  async function upload(book: BookDto, svg: string) {
    const body = new FormData()
    body.append('file', new Blob([svg], { type: 'image/svg+xml' }), 'cover.svg')
    const answer = await admin.fetch(`/api/v1/books/${book.id}/cover`, { method: 'POST', body })
    return { status: answer.status, body: (await answer.json()) as object }
  }

  test('H08: a harmless drawing becomes the cover of its book, and is accepted as an upload', async () => {
    const book = named('harmless.epub')
    const red = async () => {
      const shown = await admin.fetch(`/api/v1/books/${book.id}/thumbnail`)
      expect(shown.headers.get('content-type')).toBe('image/jpeg')
      const { dominant } = await sharp(Buffer.from(await shown.arrayBuffer())).stats()
      return [dominant.r > 200, dominant.g < 50, dominant.b < 50]
    }
    expect(await red()).toEqual([true, true, true])
    expect((await upload(book, HARMLESS)).status).toBe(200)
    expect(await red()).toEqual([true, true, true])
    for (const [name, svg] of Object.entries(GIGANTIC)) {
      expect([name, (await upload(book, svg)).status]).toEqual([name, 400])
    }
    expect(outbound).toEqual([])
  })

  const named = (name: string) => books.find(({ path }) => path.endsWith(`/${name}`)) as BookDto

  test.each(Object.keys(DRAWINGS))('H08: %s is drawn by nobody, as a page or as a cover', async name => {
    const comic = named(`${name}.cbz`)
    expect(comic.pageCount).toBe(2)
    const page = await admin.fetch(`/api/v1/books/${comic.id}/pages/1`)
    expect(page.status).toBe(422)
    const cover = await admin.fetch(`/api/v1/books/${comic.id}/thumbnail`)
    expect([cover.status, cover.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
    const ebook = await admin.fetch(`/api/v1/books/${named(`${name}.epub`).id}/thumbnail`)
    expect(ebook.headers.get('content-type')).toBe('image/jpeg')
    const uploaded = await upload(named(`${name}.epub`), drawings.get(name) ?? '')
    if (!DRAWN_WITHOUT.includes(name)) {
      expect(uploaded).toMatchObject({ status: 400, body: { details: { reason: 'picture_bad', path: 'file' } } })
    }
    refused += 3
    expect(outbound).toEqual([])
  })

  test.each(Object.keys(DRAWINGS))('H08: %s runs nothing in a browser that visits it', async name => {
    const ticket = await admin.post<{ base: string }>(`/api/v1/books/${named(`${name}.epub`).id}/resource-ticket`)
    const address = `${ticket.base}cover.svg`
    const answer = await octavo.anonymous.fetch(address)
    if (NOT_SENT.includes(name)) {
      expect(answer.status).toBe(422)
      expect(await answer.json()).toMatchObject({ details: { reason: 'part_too_large' } })
      return
    }
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/svg+xml;charset=utf-8'])
    expect(answer.headers.get('content-security-policy')).toStartWith("sandbox; default-src 'none';")
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(() => {
      const { fetch } = globalThis
      globalThis.fetch = ((...args: Parameters<typeof fetch>) => {
        console.log('octavo: a script ran')
        return fetch(...args)
      }) as typeof fetch
    })
    page.on('console', message => {
      if (message.text() === 'octavo: a script ran') scripts++
    })
    page.on('dialog', () => scripts++)
    await page.goto(octavo.url + address, { waitUntil: 'load' })
    // A click where handlers and links are, and time for animations to begin: two frames.
    await page.mouse.click(5, 5)
    await page.screenshot()
    await page.screenshot()
    await context.close()
    visited++
    expect([scripts, outbound]).toEqual([0, []])
  })

  test('H08: the canary detects scripts that run', async () => {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.setContent(`<img src="http://127.0.0.1:${canary.port}/heard">`, { waitUntil: 'load' })
    await context.close()
    expect(outbound.splice(0)).toEqual(['/heard'])
  })
})

function withCover(svg: Uint8Array): Buffer {
  const container = '<container><rootfiles><rootfile full-path="p.opf"/></rootfiles></container>'
  const opf = `<package version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>x</dc:title><meta name="cover" content="v"/></metadata><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/><item id="v" href="cover.svg" media-type="image/svg+xml" properties="cover-image"/></manifest><spine><itemref idref="c"/></spine></package>`
  return rawZip([
    { name: 'mimetype', data: Buffer.from('application/epub+zip') },
    deflated('META-INF/container.xml', Buffer.from(container)),
    deflated('p.opf', Buffer.from(opf)),
    deflated('c.xhtml', Buffer.from('<html><body><p>x</p><img src="cover.svg"/></body></html>')),
    deflated('cover.svg', svg),
  ])
}
