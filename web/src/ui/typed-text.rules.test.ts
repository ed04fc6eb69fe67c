import { expect, test } from 'bun:test'
import { followText, sendText, type TypedText } from './typed-text.rules'

const typed = (text: string, sent: readonly string[] = []): TypedText => ({ typed: text, sent })

test('an answer for earlier text does not overwrite what was typed since', () => {
  const { now, text } = sendText(typed('sal'), '')
  expect(text).toBe('sal')
  const later = { ...now, typed: 'salt roa' }
  expect(followText(later, 'sal')).toEqual(typed('salt roa'))
  const { now: twice } = sendText({ ...later, typed: 'salt road ' }, '')
  // The first never returns: the second replaced it.
  expect(followText(twice, 'salt road')).toEqual(typed('salt road '))
})

test('a text from outside is followed, whatever is on its way', () => {
  expect(followText(typed('salt', ['sal']), '')).toEqual(typed(''))
  expect(followText(typed('salt'), 'night')).toEqual(typed('night'))
})

test('cached answers are used without waiting', () => {
  expect(sendText(typed('salt '), 'salt')).toEqual({ now: typed('salt '), text: 'salt' })
  expect(followText(sendText(typed('salt '), 'salt').now, '')).toEqual(typed(''))
})
