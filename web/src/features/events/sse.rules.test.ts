import { expect, test } from 'bun:test'
import { createSseReader } from './sse.rules'

test('messages with number and name, comments left out', () => {
  const reader = createSseReader()
  expect(reader.read(': keep-alive\n\nid: 7\ndata: {"a":1}\n\nid: 8\nevent: task\ndata: x\n\n')).toEqual([
    { id: '7', event: 'message', data: '{"a":1}' },
    { id: '8', event: 'task', data: 'x' },
  ])
})

test('a sign of life without data moves the place; half a message does not', () => {
  const reader = createSseReader()
  expect(reader.lastId()).toBeNull()
  expect(reader.read('retry: 2000\nid: 5\n\n')).toEqual([])
  expect(reader.lastId()).toBe('5')
  expect(reader.read('id: 6\ndata: a\n')).toEqual([])
  expect(reader.lastId()).toBe('5')
  expect(reader.read('\n')).toEqual([{ id: '6', event: 'message', data: 'a' }])
  expect(reader.lastId()).toBe('6')
})

test('a message that comes in pieces', () => {
  const reader = createSseReader()
  expect(reader.read('da')).toEqual([])
  expect(reader.read('ta: one\r')).toEqual([])
  expect(reader.read('\ndata: two\n')).toEqual([])
  expect(reader.read('\n')).toEqual([{ id: null, event: 'message', data: 'one\ntwo' }])
})

test('every kind of line break, and none that is not there', () => {
  expect(
    createSseReader()
      .read('data: a\r\rdata: b\r\n\r\ndata: c\n\n')
      .map(one => one.data),
  ).toEqual(['a', 'b', 'c'])
})

test('the number stays until the next, the name does not; an empty message is none', () => {
  const reader = createSseReader()
  expect(reader.read('id: 1\nevent: scan\ndata: a\n\ndata: b\n\nevent: task\n\n')).toEqual([
    { id: '1', event: 'scan', data: 'a' },
    { id: '1', event: 'message', data: 'b' },
  ])
})

test('one space after the colon belongs to the format, a second to the value', () => {
  expect(
    createSseReader()
      .read('data:  a\n\ndata:b\n\n')
      .map(one => one.data),
  ).toEqual([' a', 'b'])
})
