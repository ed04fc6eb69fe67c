import { expect, test } from 'bun:test'
import { actionOf, ownKey } from './keys.rules'

const key = (name: string, more: object = {}) => ({
  key: name,
  shiftKey: false,
  ctrlKey: false,
  altKey: false,
  metaKey: false,
  ...more,
})

test('the arrow in reading direction turns forward', () => {
  expect(actionOf(key('ArrowRight'), 'ltr')).toBe('next')
  expect(actionOf(key('ArrowLeft'), 'ltr')).toBe('previous')
  expect(actionOf(key('ArrowRight'), 'rtl')).toBe('previous')
  expect(actionOf(key('ArrowLeft'), 'rtl')).toBe('next')
  expect(actionOf(key('ArrowRight', { shiftKey: true }), 'rtl')).toBe('panRight')
})

test('space and page-turner keys move by a screen', () => {
  expect(actionOf(key(' '), 'ltr')).toBe('onward')
  expect(actionOf(key(' ', { shiftKey: true }), 'ltr')).toBe('backward')
  expect(actionOf(key('PageDown'), 'rtl')).toBe('onward')
  expect(actionOf(key('PageUp'), 'rtl')).toBe('backward')
})

test('letters work in either case, and shortcuts of the browser are left alone', () => {
  expect(actionOf(key('F'), 'ltr')).toBe('fullscreen')
  expect(actionOf(key('d'), 'ltr')).toBe('double')
  expect(actionOf(key('?', { shiftKey: true }), 'ltr')).toBe('help')
  expect(actionOf(key('f', { ctrlKey: true }), 'ltr')).toBeNull()
  expect(actionOf(key('ArrowLeft', { altKey: true }), 'ltr')).toBeNull()
  expect(actionOf(key('F5'), 'ltr')).toBeNull()
})

test('custom keys have priority, and the key for closing remains', () => {
  const own = { next: 'j', bookmark: 'ArrowRight', bars: 'Escape' }
  expect(actionOf(key('J'), 'ltr', own)).toBe('next')
  expect(actionOf(key('ArrowRight'), 'ltr', own)).toBe('bookmark')
  expect(actionOf(key('Escape'), 'ltr', own)).toBe('leave')
  expect(actionOf(key('b'), 'ltr', own)).toBe('bookmark')
  expect(ownKey(key('J'))).toBe('j')
  expect(ownKey(key(' '))).toBe(' ')
  expect([key('Escape'), key('Shift'), key('j', { ctrlKey: true })].map(ownKey)).toEqual([null, null, null])
})
