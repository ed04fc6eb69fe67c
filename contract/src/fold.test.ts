import { expect, test } from 'bun:test'
import { foldForSearch } from './fold'

const icu = new Intl.Collator('en', { usage: 'search', sensitivity: 'base' })
/** The letters of living languages: Latin-1, Extended-A and Extended Additional. */
const LATIN = [
  [0xc0, 0x180],
  [0x1e00, 0x1efa],
].flatMap(([from = 0, to = 0]) => Array.from({ length: to - from }, (_, at) => String.fromCodePoint(from + at)))
const plain = 'abcdefghijklmnopqrstuvwxyz'.split('')
/** One or two plain letters. */
const SPELLINGS = [...plain, ...plain.flatMap(first => plain.map(second => first + second))]

test('every Latin letter is found by what ICU calls the same', () => {
  const same = LATIN.flatMap(letter => {
    const spelling = SPELLINGS.find(each => icu.compare(letter, each) === 0)
    return spelling === undefined ? [] : [[letter, spelling] as const]
  })
  expect(same.length).toBeGreaterThan(250)
  // The dot of ŀ separates words.
  const others = same.filter(([letter, spelling]) => foldForSearch(letter) !== spelling)
  expect(others.map(([letter]) => letter)).toEqual(['Ŀ', 'ŀ'])
})

test('words are found however they are spelt', () => {
  const words = ['Straße', 'STRASSE', 'Æon', 'Œuvre', 'Søren', 'Łódź', 'Đorđe', 'Kızıl', 'Ｓｔｒａｓｓｅ']
  const found = words.map(foldForSearch).join(' ')
  expect(found).toBe('strasse strasse aeon oeuvre soren lodz dorde kizil strasse')
})
