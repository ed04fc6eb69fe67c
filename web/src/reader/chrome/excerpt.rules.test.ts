import { expect, test } from 'bun:test'
import { excerptOf } from './excerpt.rules'

function excerpt(text: string, match: string): string {
  const start = text.indexOf(match)
  const hit = excerptOf(text, { start, end: start + match.length })
  expect(hit.match).toBe(match)
  return `${hit.before}[${hit.match}]${hit.after}`
}

test('a hit is shown among whole words', () => {
  const text =
    'Dynamic languages such as JavaScript are more difficult to compile than a trace is to follow; no concrete type information is available.'
  expect(excerpt(text, 'trace')).toBe(
    '…JavaScript are more difficult to compile than a [trace] is to follow; no concrete type information is…',
  )
})

test('the beginning and the end of a text have no ellipsis, and no word of theirs is left out', () => {
  expect(excerpt('Call me Ishmael.', 'me')).toBe('Call [me] Ishmael.')
  expect(excerpt('Ishmael', 'Ishmael')).toBe('[Ishmael]')
})

test('text without spaces is cut anywhere', () => {
  const text = `${'山路を登りながら'.repeat(10)}智に働けば${'角が立つ情に棹させば'.repeat(10)}`
  const start = text.indexOf('智に働けば')
  const { before, after } = excerptOf(text, { start, end: start + 5 })
  expect(before).toBe(`…${text.slice(start - 50, start)}`)
  expect(after).toBe(`${text.slice(start + 5, start + 55)}…`)
})

test('white space is a single space', () => {
  expect(excerpt('white\n\t whale', 'whale')).toBe('white [whale]')
})

test('a heading does not run into the text after it, and sentences stand as they are', () => {
  expect(excerpt('Chapter 1\u2029It was dark. \u2029Rain fell.', 'dark')).toBe('Chapter 1 · It was [dark]. Rain fell.')
})

test('no character is cut in half', () => {
  const gulls = '𠮷'.repeat(40)
  expect(excerptOf(`x${gulls}sea${gulls}`, { start: 81, end: 84 }).before).toBe(`…${'𠮷'.repeat(25)}`)
  const odd = excerptOf(`${gulls}!sea!${gulls}`, { start: 81, end: 84 })
  expect([odd.before, odd.after]).toEqual([`…${'𠮷'.repeat(24)}!`, `!${'𠮷'.repeat(24)}…`])
})
