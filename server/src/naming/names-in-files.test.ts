import { describe, expect, test } from 'bun:test'
import { chapterInName, volumeInName } from './name-tokens'
import { numberInName, parseNumber } from './number-in-name'

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
    ['Batman_012_(2016)', 12],
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
  // Longer than any numbering, and no shorter number either.
  ['9999999999', null],
  ['', null],
  [null, null],
])('the number %p in metadata is %p', (text, number) => {
  expect(parseNumber(text)).toBe(number)
})
