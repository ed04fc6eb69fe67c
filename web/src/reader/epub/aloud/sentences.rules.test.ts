import { expect, test } from 'bun:test'
import { sentencesFrom } from './sentences.rules'

const spoken = (text: string, from = 0, language: string | null = 'en') =>
  sentencesFrom(text, from, language).map(({ start, end }) => text.slice(start, end))

test('sentences are read in order from the first word on the screen', () => {
  const text = 'Call me Ishmael.  Some years ago I went to sea. It was cold!'
  expect(spoken(text)).toEqual(['Call me Ishmael.', 'Some years ago I went to sea.', 'It was cold!'])
  expect(spoken(text, text.indexOf('years'))).toEqual(['years ago I went to sea.', 'It was cold!'])
  expect(spoken('  \n ')).toEqual([])
  expect(spoken('山路を登った。こう考えた。', 0, 'ja')).toEqual(['山路を登った。', 'こう考えた。'])
  expect(spoken('Chapter One\u2029Call me\nIshmael.')).toEqual(['Chapter One', 'Call me\nIshmael.'])
  expect(spoken('One. Two.', 0, 'no such language')).toEqual(['One.', 'Two.'])
})

test('no part is too long to be spoken at once, and no word is lost or cut', () => {
  const text = Array.from({ length: 200 }, (_, at) => `word${at}${at % 9 === 0 ? ',' : ''}`).join(' ')
  const parts = spoken(text)
  expect(parts.every(part => part.length <= 300)).toBe(true)
  expect(parts.join(' ')).toBe(text)
  expect(spoken('x'.repeat(1000)).join('')).toBe('x'.repeat(1000))
})
