// Chapters of a few lines that would make a browser work for minutes: stylesheets that import each other or describe vast
// grids, drawings that repeat each other, within the chapter or as pictures, and tables with far more places than cells.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { writeLibrary } from '../kit/books'
import { until } from '../kit/client'
import { type ZipEntry, zip } from '../kit/zip'
import { inChapter, wordsOnScreen } from './chapter-on-screen'
import { DESKTOP, openReadingRoom, type ReadingRoom } from './reading-room'

setDefaultTimeout(90_000)

const LEVELS = 24
const repeats = (level: number) => `<use href="#u${level}"/>`.repeat(10)
const groups = Array.from({ length: 10 }, (_, level) => `<g id="u${level + 1}">${repeats(level)}</g>`)
const drawing = (content: string) => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">${content}</svg>`
const calm = drawing('<rect id="r" width="2" height="2"/><use href="#r"/>')
const repeated = drawing(`<rect id="u0" width="1" height="1"/>${groups.join('')}<use href="#u10"/>`)
const nested = (start: string) =>
  `${start.repeat(30)}${'<p>Harbour lights over the sea.</p>'.repeat(200)}${'</div>'.repeat(30)}`
const BODIES: Readonly<Record<string, string>> = {
  'imports twice': '<link rel="stylesheet" href="s0.css"/>',
  'imports often': `<style>${Array.from({ length: 500 }, (_, at) => `@import "few.css?${at}";`).join('')}</style>`,
  'repeats drawings': repeated,
  'repeats patterns': drawing(
    `${Array.from({ length: 10 }, (_, at) => `<pattern id="p${at + 1}" width="1" height="1">${`<rect width="1" height="1" fill="url(#p${at})"/>`.repeat(10)}</pattern>`).join('')}<rect width="9" height="9" fill="url(#p10)"/>`,
  ),
  'has a costly address': `<img alt="" width="90" height="90" src="data:image/svg+xml;base64,${btoa(repeated)}"/>`,
  'has a costly style': `<style>body { background: url("data:image/svg+xml;base64,${btoa(repeated)}") }</style>`,
  'has a vast grid':
    '<style>div { display: grid; grid: repeat(100000, 1px) / repeat(100000, 1px) }</style><div><p>a</p></div>',
  'has a vast grid in a file': '<link rel="stylesheet" href="grid.css"/><div><p>a</p></div>',
  'has a vast style': '<div style="display: grid"><p style="grid-area: 1 / 1 / 100000 / 100000">a</p></div>',
  'has many relations': `<style>${Array.from({ length: 5_000 }, (_, at) => `body:has(p.c${at} ~ p.d${at}) p { color: red }`).join('')}</style>${Array.from({ length: 2_000 }, (_, at) => `<p class="c${at}">a</p>`).join('')}`,
  'has a costly picture': '<img src="costly.svg" alt="" width="90" height="90"/>',
  'has a costly background': '<link rel="stylesheet" href="background.css"/>',
  'spans all rows': `<table>${'<tr><td colspan="1000" rowspan="65534">a</td><td colspan="1000">b</td></tr>'.repeat(2_000)}</table>`,
  'nests columns': `<style>div { columns: 2 } .all { all: inherit !important }</style>${nested('<div>')}`,
  'nests important columns': `<style>@layer { div { columns: 2 !important } } #a div { columns: 2 !important }</style><div id="a">${nested('<div>')}</div>`,
  'nests columns by attributes': nested('<div style="columns: 2 !important">').replaceAll(
    '<p>',
    '<p style="all: inherit !important">',
  ),
  'has many formulas': drawing(`<rect id="r" width="2" height="2"/>${'<use href="#r"/>'.repeat(26_000)}`),
  'has too many paragraphs': '<p>a</p>'.repeat(300_000),
  'is calm': `<link rel="stylesheet" href="few.css"/><div id="index"><div id="inner">Index.</div></div><p class="plain">Harbour.</p>${drawing('<rect id="r" width="2" height="2"/><use id="again" href="#r"/>')}<img src="calm.svg" alt=""/><img id="data" alt="" src="data:image/svg+xml;base64,${btoa(calm)}"/><table><tr><td colspan="2" id="wide">a</td></tr><tr><td>b</td><td>c</td></tr></table>`,
}

/** Less of these is shown. */
const LESSENED = ['repeats drawings', 'has a vast grid', 'spans all rows', 'has too many paragraphs']

const FILES: readonly ZipEntry[] = [
  ...Array.from({ length: LEVELS }, (_, at): ZipEntry => {
    return { name: `s${at}.css`, data: `@import "s${at + 1}.css"; @import "s${at + 1}.css?again";` }
  }),
  { name: 'few.css', data: '@import "inner.css";' },
  { name: 'grid.css', data: 'div { display: grid; grid: repeat(100000, 1px) / repeat(100000, 1px) }' },
  { name: 'background.css', data: 'body { background: url(costly.svg) }' },
  { name: 'inner.css', data: '.plain { border-top: 3px solid } #index, #inner { columns: 2 !important }' },
  { name: 'costly.svg', data: repeated },
  { name: 'calm.svg', data: calm },
]

function book(title: string, body: string): Uint8Array {
  const items = FILES.map(
    ({ name }, at) =>
      `<item id="x${at}" href="${name}" media-type="${name.endsWith('.svg') ? 'image/svg+xml' : 'text/css'}"/>`,
  )
  const opf = `<package xmlns="http://www.idpf.org/2007/opf" version="3.0" unique-identifier="id"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:identifier id="id">urn:${title.replaceAll(' ', '-')}</dc:identifier><dc:title>${title}</dc:title><dc:language>en</dc:language></metadata><manifest><item id="p" href="p.xhtml" media-type="application/xhtml+xml"/>${items.join('')}</manifest><spine><itemref idref="p"/></spine></package>`
  const text = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>${title}</title></head><body><p>This ${title}.</p>${body}</body></html>`
  return zip([
    { name: 'mimetype', data: 'application/epub+zip' },
    {
      name: 'META-INF/container.xml',
      data: '<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>',
    },
    { name: 'a.opf', data: opf },
    { name: 'p.xhtml', data: text, method: 'deflate' },
    ...FILES,
  ])
}

let room: ReadingRoom
beforeAll(async () => {
  room = await openReadingRoom({
    fill: folder =>
      writeLibrary(
        folder,
        Object.fromEntries(Object.entries(BODIES).map(([name, body]) => [`${name}/${name}.epub`, book(name, body)])),
      ),
  })
})
afterAll(() => room?.close())

test.each(Object.keys(BODIES))('a chapter that %s opens', async name => {
  const { page, close } = await room.open(DESKTOP)
  const { id } = await room.book(name)
  await page.goto(`/books/${id}/read`)
  await until(
    () => wordsOnScreen(page),
    words => words.startsWith(`This ${name}`),
  )
  const message = page.getByText('Part of this chapter is left out')
  if (LESSENED.includes(name)) await message.waitFor()
  if (name === 'is calm') {
    expect(await message.count()).toBe(0)
    const calm = await inChapter(page, () => ({
      border: getComputedStyle(document.querySelector('.plain') ?? document.body).borderTopWidth,
      columns: ['#index', '#inner'].map(
        id => getComputedStyle(document.querySelector(id) ?? document.body).columnCount,
      ),
      uses: document.querySelectorAll('use').length,
      picture: document.querySelector('img')?.naturalWidth,
      data: document.querySelector<HTMLImageElement>('#data')?.naturalWidth,
      span: document.querySelector<HTMLTableCellElement>('#wide')?.colSpan,
    }))
    expect(calm).toEqual({ border: '3px', columns: ['2', 'auto'], uses: 1, picture: 150, data: 150, span: 2 })
  }
  if (name === 'has many formulas') {
    expect(await inChapter(page, () => document.querySelectorAll('use').length)).toBe(26_000)
  }
  await close()
})
