import { expect, test } from 'bun:test'
import { epubActionOf } from './keys.rules'

test('the arrow in reading direction turns forward', () => {
  expect(epubActionOf('ArrowRight', false, 'ltr')).toBe('next')
  expect(epubActionOf('ArrowRight', false, 'rtl')).toBe('previous')
  expect(epubActionOf('ArrowLeft', false, 'rtl')).toBe('next')
})

test('with Shift, arrows change the selected text, in reading direction', () => {
  expect(epubActionOf('ArrowRight', true, 'ltr')).toBe('extendWord')
  expect(epubActionOf('ArrowLeft', true, 'rtl')).toBe('extendWord')
  expect(epubActionOf('ArrowUp', true, 'ltr')).toBe('shrinkSentence')
})

test('space, page-turner keys and letters of either case', () => {
  expect(epubActionOf(' ', false, 'ltr')).toBe('forward')
  expect(epubActionOf(' ', true, 'rtl')).toBe('backward')
  expect(epubActionOf('PageDown', false, 'rtl')).toBe('forward')
  expect(epubActionOf('T', true, 'ltr')).toBe('contents')
  expect(epubActionOf('Tab', false, 'ltr')).toBeNull()
})
