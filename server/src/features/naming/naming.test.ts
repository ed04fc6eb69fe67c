import { describe, expect, test } from 'bun:test'
import { bookNames } from './book-names'
import { numberInName, parseNumber } from './book-number'
import { bookTitle } from './book-title'
import { chapterInName, volumeInName } from './name-tokens'
import { seriesOfFile } from './series-volume'

describe('volume and chapter in a file name', () => {
  test.each<[string, number | null, number | null]>([
    ['Series v01', 1, null],
    ['Series c042', null, 42],
    ['Series v15 - c126 (2023) (1r0n)', 15, 126],
    ['Series v01 - 2024 (Digital)', 1, null],
    ['Series Vol. 5 Chapter 42', 5, 42],
    ['[HorribleSubs] Series Ch. 42 [1080p]', null, 42],
    ['Series [c2c] v01', 1, null],
    ['Naruto 042', null, null],
    ['Series c042.5', null, 42.5],
    ['Series v01.5', null, null],
    ['Series v01 v05 c042 c100', 1, 42],
    ['Batman v2016 #003', null, null],
    ['Batman v2016 v03', 3, null],
    ['Series.v03.c012', 3, 12],
    ['c001', null, 1],
    ['Devilman 3', null, null],
    ['Comic 12', null, null],
  ])('%s', (stem, volume, chapter) => {
    expect([volumeInName(stem), chapterInName(stem)]).toEqual([volume, chapter])
  })
})

describe('number in a file name', () => {
  test.each<[string, number | null]>([
    ['Batman #001', 1],
    ['Batman #1.5', 1.5],
    ['Naruto Vol. 5', 5],
    ['Manga Volume 12', 12],
    ['Series vol5', 5],
    ['c001', 1],
    ['Ch. 42', 42],
    ['Chapter 100', 100],
    ['ch5', 5],
    ['Part 1', 1],
    ['part2', 2],
    ['Part. 3', 3],
    ['Ep 5', 5],
    ['Episode 12', 12],
    ['ep.3', 3],
    ['Batman (2011) (42)', 42],
    ['Comic 001', 1],
    ['Manga_042', 42],
    ['Book-5', 5],
    ['Just A Title', null],
    ['Batman 012 (2016) (Digital)', 12],
    ['One Piece Vol. 15', 15],
    ['Blade Runner 2049', null],
    ['1984', null],
    ['Batman Annual (2016)', null],
    ['Scan [c2c]', null],
    ['Diary 20240131', null],
  ])('%s', (stem, number) => {
    expect(numberInName(stem)).toBe(number)
  })
})

test.each<[string | null, number | null]>([
  ['1', 1],
  [' 012 ', 12],
  ['1.5', 1.5],
  ['1,5', 1.5],
  ['½', 0.5],
  ['12½', 12.5],
  ['-1', -1],
  ['0', 0],
  ['7a', 7],
  ['Annual', null],
  ['', null],
  [null, null],
])('the number %p in metadata is %p', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})

describe('title', () => {
  test.each<[string, string, string | null, string, string]>([
    ['says more', 'Batman 001', 'The Court of Owls', 'Batman', 'The Court of Owls'],
    ['none', 'Batman 001', null, 'Batman', 'Batman 001'],
    ['empty', 'Batman 001', '  ', 'Batman', 'Batman 001'],
    ['a volume', 'Naruto v03', 'Volume 3', 'Naruto', 'Naruto v03'],
    ['a short volume', 'Naruto v03', 'Vol. 3', 'Naruto', 'Naruto v03'],
    ['a chapter', 'Naruto c012', 'Chapter 12.5', 'Naruto', 'Naruto c012'],
    ['an issue', 'Batman 004', 'Issue #4', 'Batman', 'Batman 004'],
    ['a sign and a number', 'Batman 004', '#4', 'Batman', 'Batman 004'],
    ['a bare number', 'Batman 004', '004', 'Batman', 'Batman 004'],
    ['a part', 'Batman 004', 'Part 4', 'Batman', 'Batman 004'],
    ['an episode', 'Tower 04', 'Episode 4', 'Tower', 'Tower 04'],
    ['a volume with a name', 'Naruto v03', 'Volume 3: Dreams', 'Naruto', 'Volume 3: Dreams'],
    ['the series', 'One Piece v01', 'One Piece', 'One Piece', 'One Piece v01'],
    ['the series, whose name is the book', 'pride-and-prejudice', 'Pride and Prejudice', 'Jane', 'Pride and Prejudice'],
    ['the book, in a folder of its name', 'dune', 'Dune', 'Dune', 'Dune'],
    ['white space inside', 'b', 'A  long\n title', 'B', 'A long title'],
  ])('%s', (_what, stem, inside, series, title) => {
    expect(bookTitle(stem, inside, [series])).toBe(title)
  })
})

test.each<[string, string, string]>([
  ['Batman/issue1.cbz', 'Batman', 'Batman'],
  ['Batman/Year One/issue1.cbz', 'Batman/Year One', 'Year One'],
  ['standalone.cbz', 'standalone.cbz', 'standalone'],
  ['Say Hello to Black Jack/1.cbz', 'Say Hello to Black Jack', 'Say Hello to Black Jack'],
  ['Say Hello to Black Jack Filter/1.cbz', 'Say Hello to Black Jack Filter', 'Say Hello to Black Jack Filter'],
])('%s belongs to the series %s', (path, series, title) => {
  expect(seriesOfFile(path)).toEqual({ path: series, title })
})

test('metadata comes before the file name', () => {
  const inside = { title: 'The Gift', series: null, number: '7', volume: 2, chapter: 7 }
  expect(bookNames('Saga v01 c003.cbz', 'Saga', inside)).toMatchObject({
    title: 'The Gift',
    searchText: 'the gift saga v01 c003',
    number: 7,
    volume: 2,
    chapter: 7,
  })
  expect(bookNames('Saga v01 c003.cbz', 'Saga', null)).toMatchObject({
    title: 'Saga v01 c003',
    searchText: 'saga v01 c003',
    number: 1,
    volume: 1,
    chapter: 3,
  })
})
