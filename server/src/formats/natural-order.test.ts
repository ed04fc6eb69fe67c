import { expect, test } from 'bun:test'
import { naturalCompare, sortNaturally } from './natural-order'

const sorted = (...names: string[]) => sortNaturally(names, name => name)

test('numbers are compared by value', () => {
  expect(sorted('p10.jpg', 'p9.jpg', 'p1.jpg')).toEqual(['p1.jpg', 'p9.jpg', 'p10.jpg'])
  expect(sorted('ch10/1.jpg', 'ch2/10.jpg', 'ch2/9.jpg')).toEqual(['ch2/9.jpg', 'ch2/10.jpg', 'ch10/1.jpg'])
})

test('numbers may exceed the largest integer', () => {
  const long = '9'.repeat(40)
  expect(sorted(`${long}1.jpg`, `${long}.jpg`, '0000000000000000000000000000000000000000000002.jpg')).toEqual([
    '0000000000000000000000000000000000000000000002.jpg',
    `${long}.jpg`,
    `${long}1.jpg`,
  ])
})

test('letters are compared without case, and equal names keep their order', () => {
  expect(sorted('b.jpg', 'A.jpg', 'a.JPG', 'B.jpg')).toEqual(['A.jpg', 'a.JPG', 'b.jpg', 'B.jpg'])
  expect(sorted('001.jpg', '1.jpg', '01.jpg')).toEqual(['001.jpg', '1.jpg', '01.jpg'])
})

test('numbers come before letters, and a name before a longer one', () => {
  expect(sorted('cover.jpg', '1.jpg', '')).toEqual(['', '1.jpg', 'cover.jpg'])
  expect(sorted('page', 'page 2', 'page 1')).toEqual(['page', 'page 1', 'page 2'])
})

test('the order is total', () => {
  const names = ['a1', 'A1', 'a01', 'a', '1a', '1', '01b', 'é2', 'é10', 'ページ 2', 'ページ 10', '']
  for (const a of names) {
    expect(naturalCompare(a, a)).toBe(0)
    for (const b of names) expect(Math.sign(naturalCompare(a, b))).toBe(-Math.sign(naturalCompare(b, a)) + 0)
  }
})

test('long numbers, marks and parts of names have the order of their parts', () => {
  const names = [
    'a',
    'a0',
    'a1',
    'a9',
    'a10',
    'a10b',
    'a99',
    `a1${'0'.repeat(300)}`,
    'a\u0001',
    'a b',
    'ab',
    'ab1',
    'b',
  ]
  for (const start of ['', '7', 'x ']) {
    const all = names.map(name => `${start}${name}`)
    expect(sorted(...all.toReversed())).toEqual(all)
  }
})
