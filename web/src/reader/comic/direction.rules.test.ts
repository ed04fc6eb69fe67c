import { describe, expect, test } from 'bun:test'
import { swipeMove, tapZone } from './direction.rules'

describe('tap zones', () => {
  test('left to right: the right side turns forward', () => {
    expect(tapZone('ltr', 0.9, 0.5)).toBe('next')
    expect(tapZone('ltr', 0.1, 0.5)).toBe('previous')
    expect(tapZone('ltr', 0.5, 0.95)).toBe('centre')
  })
  test('right to left: the left side turns forward', () => {
    expect(tapZone('rtl', 0.1, 0.5)).toBe('next')
    expect(tapZone('rtl', 0.9, 0.5)).toBe('previous')
  })
  test('vertical: the bottom turns forward', () => {
    expect(tapZone('ttb', 0.1, 0.9)).toBe('next')
    expect(tapZone('webtoon', 0.9, 0.1)).toBe('previous')
    expect(tapZone('webtoon', 0.9, 0.5)).toBe('centre')
  })
})

test('customised tap zones', () => {
  expect(tapZone('ltr', 0.9, 0.5, 'swapped')).toBe('previous')
  expect(tapZone('rtl', 0.9, 0.5, 'swapped')).toBe('next')
  expect(tapZone('ltr', 0.5, 0.5, 'swapped')).toBe('centre')
  expect(tapZone('ltr', 0.9, 0.5, 'off')).toBe('centre')
  expect(tapZone('ltr', 0.1, 0.5, 'corner')).toBe('previous')
  expect(tapZone('ltr', 0.5, 0.1, 'corner')).toBe('previous')
  expect(tapZone('ltr', 0.5, 0.9, 'corner')).toBe('next')
  expect(tapZone('ltr', 0.1, 0.9, 'corner')).toBe('next')
  expect(tapZone('rtl', 0.1, 0.5, 'corner')).toBe('next')
  expect(tapZone('ltr', 0.5, 0.5, 'corner')).toBe('centre')
})

describe('swipe', () => {
  test('swiping to the left turns forward, except in right-to-left books', () => {
    expect(swipeMove('ltr', -200, 400, 400)).toBe('next')
    expect(swipeMove('ltr', 200, 400, 400)).toBe('previous')
    expect(swipeMove('rtl', 200, 400, 400)).toBe('next')
    expect(swipeMove('rtl', -200, 400, 400)).toBe('previous')
    expect(swipeMove('ttb', -200, 400, 400)).toBe('next')
  })
  test('a short slow swipe is undone, a short fast one turns, and small movements do nothing', () => {
    expect(swipeMove('ltr', -40, 600, 400)).toBeNull()
    expect(swipeMove('ltr', -40, 50, 400)).toBe('next')
    expect(swipeMove('ltr', -8, 5, 400)).toBeNull()
  })
})
