import { expect, test } from 'bun:test'
import type { EpubFacts, PageEntry } from '../../../formats/facts'
import { packPages, unpackEpub, unpackPages } from './page-index'

const page: PageEntry = {
  name: 'images/001.jpg',
  offset: 63,
  storedSize: 43_210,
  size: 43_210,
  storage: 'stored',
  mediaType: 'image/jpeg',
  width: 1200,
  height: 1800,
}

test.each<[string, PageEntry[]]>([
  ['no page', []],
  ['one page', [page]],
  [
    'pages of every storage and of several media types',
    [
      page,
      { ...page, storage: 'deflated', mediaType: 'image/png', storedSize: 1000, crc: 0xffffffff },
      { ...page, storage: 'packed', mediaType: 'application/octet-stream', width: null, height: null, offset: 0 },
      { ...page, storage: 'rendered', name: 'page-0004', size: 0, offset: 0 },
      { ...page, name: '漫画 "quoted"\n.jpg', offset: 5 * 1024 ** 3 },
    ],
  ],
])('keeps %s as it is', (_what, pages) => {
  const packed = packPages({ pages, epub: null })
  expect(unpackPages(packed)).toEqual(pages)
  expect(unpackEpub(packed)).toBeNull()
})

test('keeps the spine of an EPUB', () => {
  const epub: EpubFacts = {
    version: '3.0',
    fixedLayout: false,
    positions: 12,
    spine: [{ path: 'OEBPS/1.xhtml', mediaType: 'application/xhtml+xml', linear: true, positions: 12 }],
  }
  expect(unpackEpub(packPages({ pages: [page], epub }))).toEqual(epub)
})

test('takes less than a third of the memory of the objects', () => {
  const pages = Array.from({ length: 200 }, (_, i) => ({ ...page, name: `p${i}.jpg`, offset: i * 43_300 }))
  expect(packPages({ pages, epub: null }).length).toBeLessThan(JSON.stringify(pages).length / 3)
})
