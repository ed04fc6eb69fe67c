import { expect, test } from 'bun:test'
import { createBoundedMap } from './bounded-map'

test('the least recently used entry is removed for a new one', () => {
  const map = createBoundedMap<number>(3)
  map.set('a', 1)
  map.set('b', 2)
  map.set('c', 3)
  expect(map.get('a')).toBe(1)
  map.set('d', 4)
  expect(map.get('b')).toBeUndefined()
  expect([map.get('a'), map.get('c'), map.get('d'), map.size]).toEqual([1, 3, 4, 3])
})

test('setting a key again leaves one entry', () => {
  const map = createBoundedMap<number>(2)
  map.set('a', 1)
  map.set('b', 2)
  map.set('a', 3)
  map.set('c', 4)
  expect([map.get('a'), map.get('b'), map.get('c')]).toEqual([3, undefined, 4])
  map.delete('a')
  expect([map.get('a'), map.size]).toEqual([undefined, 1])
})
