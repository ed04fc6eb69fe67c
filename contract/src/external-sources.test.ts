import { expect, test } from 'bun:test'
import { EXTERNAL_SOURCES, externalAddress, isbnOf, recognise, sourceName, webAddress } from './external-sources'

/** Addresses as the sites use them, and their ids. */
const PAGES = [
  ['series', 'https://comicvine.gamespot.com/saga/4050-46568/', 'comicvine', '4050-46568'],
  ['book', 'https://comicvine.gamespot.com/saga-1-chapter-one/4000-323280/', 'comicvine', '4000-323280'],
  ['series', 'https://metron.cloud/series/saga-2012/', 'metron', 'saga-2012'],
  ['book', 'https://metron.cloud/issue/saga-2012-1/', 'metron', 'saga-2012-1'],
  ['series', 'https://www.comics.org/series/63427/', 'gcd', '63427'],
  ['book', 'https://www.comics.org/issue/943312/', 'gcd', '943312'],
  ['series', 'https://anilist.co/manga/30013/One-Piece/', 'anilist', '30013'],
  ['series', 'https://myanimelist.net/manga/13/One_Piece', 'myanimelist', '13'],
  ['series', 'https://www.mangaupdates.com/series/pb8uwds/one-piece', 'mangaupdates', 'pb8uwds'],
  ['series', 'https://mangabaka.org/1668/one-piece', 'mangabaka', '1668'],
  ['series', 'https://mangabaka.dev/manga/12345', 'mangabaka', '12345'],
  [
    'series',
    'https://mangadex.org/title/a1c7c817-4e59-43b7-9365-09675a149a6f/one-piece',
    'mangadex',
    'a1c7c817-4e59-43b7-9365-09675a149a6f',
  ],
  ['series', 'https://kitsu.app/manga/one-piece', 'kitsu', 'one-piece'],
  ['series', 'https://www.anime-planet.com/manga/one-piece', 'animeplanet', 'one-piece'],
  ['book', 'https://openlibrary.org/books/OL7353617M/Fantastic_Mr._Fox', 'openlibrary', 'OL7353617M'],
  ['series', 'https://openlibrary.org/works/OL45804W', 'openlibrary', 'OL45804W'],
  ['book', 'https://www.goodreads.com/book/show/15704307-saga-volume-1', 'goodreads', '15704307'],
  ['book', 'https://www.goodreads.com/en/book/show/15704307.Saga', 'goodreads', '15704307'],
  ['series', 'https://www.goodreads.com/series/90387-saga', 'goodreads', '90387'],
  ['book', 'https://books.google.de/books?hl=de&id=zyTCAlFPjgYC&pg=PA1', 'googlebooks', 'zyTCAlFPjgYC'],
  ['book', 'https://www.google.com/books/edition/The_Google_Story/zyTCAlFPjgYC', 'googlebooks', 'zyTCAlFPjgYC'],
  ['book', 'https://www.amazon.co.uk/Saga-1-Brian-Vaughan/dp/B00AZ7VCRM/ref=sr_1_1', 'amazon', 'B00AZ7VCRM'],
  ['book', 'https://www.amazon.de/gp/product/1607066017', 'amazon', '1607066017'],
  ['book', 'https://hardcover.app/books/saga-volume-1', 'hardcover', 'saga-volume-1'],
  ['series', 'https://www.wikidata.org/wiki/Q1130645', 'wikidata', 'Q1130645'],
  ['book', 'https://www.librarything.com/work/12789349/book/1', 'librarything', '12789349'],
  ['book', 'https://www.isfdb.org/cgi-bin/title.cgi?1475', 'isfdb', '1475'],
  ['book', 'https://www.gutenberg.org/ebooks/1342', 'gutenberg', '1342'],
] as const

test('the address of a known source becomes an id, and the id becomes an address again', () => {
  for (const [subject, address, source, id] of PAGES) {
    const found = recognise(` ${address} `, subject)
    expect([address, found?.source, found?.externalId]).toEqual([address, source, id])
    const link = externalAddress(source, id, subject)
    expect(link).toBe(found?.url ?? null)
    expect(recognise(link ?? '', subject)).toEqual(found)
  }
})

test('the address of a series is not accepted as the id of a book', () => {
  expect(recognise('https://www.comics.org/series/63427/', 'book')).toEqual({
    source: 'gcd',
    externalId: null,
    url: 'https://www.comics.org/series/63427/',
  })
})

test('an address of any other site becomes a link named after its host', () => {
  expect(recognise('https://www.example.org/a?b=c#d', 'book')).toEqual({
    source: 'example.org',
    externalId: null,
    url: 'https://www.example.org/a?b=c#d',
  })
  expect(recognise('https://amazon.evil.example/dp/B00AZ7VCRM', 'book')?.externalId).toBeNull()
})

test('only web addresses are accepted', () => {
  for (const text of [
    'javascript:alert(1)',
    'data:text/html,x',
    'ftp://example.org/',
    'file:///etc/passwd',
    'https://user:secret@example.org/',
    '//example.org',
    'example.org',
    `https://example.org/${'a'.repeat(2000)}`,
    '',
  ]) {
    expect([text, webAddress(text), recognise(text, 'book')]).toEqual([text, null, null])
  }
})

// The examples of ISO 2108 and of the International ISBN Agency.
test('an ISBN is accepted only with a correct check digit', () => {
  expect(isbnOf('978-3-16-148410-0')).toBe('9783161484100')
  expect(isbnOf('ISBN 0-8044-2957-X')).toBe('080442957X')
  expect(isbnOf('urn:isbn:9780553418026')).toBe('9780553418026')
  for (const wrong of ['978-3-16-148410-1', '0-8044-2957-1', '1234567890123', 'X80442957X', 'abc'])
    expect([wrong, isbnOf(wrong)]).toEqual([wrong, null])
  expect(recognise('978-3-16-148410-0', 'book')).toEqual({
    source: 'isbn',
    externalId: '9783161484100',
    url: 'https://openlibrary.org/isbn/9783161484100',
  })
})

test('names of sources are unique and in lower case', () => {
  const names = EXTERNAL_SOURCES.map(({ source }) => source)
  expect(new Set(names).size).toBe(names.length)
  for (const name of names) expect(name).toMatch(/^[a-z]+$/)
})

test('a source may be named like a member of Object.prototype', () => {
  for (const name of ['constructor', '__proto__', 'valueof']) {
    expect([sourceName(name), externalAddress(name, '1', 'book')]).toEqual([name, null])
  }
})

test('patterns take linear time', () => {
  const long = [
    `https://comicvine.gamespot.com/${'a/'.repeat(900)}`,
    `https://books.google.com/books?${'id=&'.repeat(400)}`,
    `https://www.amazon.com/${'dp/'.repeat(600)}`,
  ]
  const begin = performance.now()
  for (let times = 0; times < 100; times++) for (const text of long) recognise(text, 'book')
  expect(performance.now() - begin).toBeLessThan(2_000)
})
