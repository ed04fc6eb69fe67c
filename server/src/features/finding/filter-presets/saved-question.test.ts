import { expect, test } from 'bun:test'
import { readSort, type Upgrade, upgraded } from './saved-question'

const question = { condition: { old: {} }, sort: 'old,asc', query: null }

test('a saved filter is upgraded through every version since its own, in order', () => {
  const upgrades: Upgrade[] = [
    older => ({ ...older, condition: { middle: {} } }),
    older => ({ ...older, condition: 'middle' in (older.condition as object) ? { young: {} } : older.condition }),
  ]
  expect(upgraded(question, 1, upgrades).condition).toEqual({ young: {} })
  expect(upgraded({ ...question, condition: { middle: {} } }, 2, upgrades).condition).toEqual({ young: {} })
  expect(upgraded(question, 3, upgrades)).toEqual(question)
  expect(upgraded(question, 1)).toEqual(question)
})

test('a sort is read with a comma as in lists, and with a colon as in the contract of presets', () => {
  expect(readSort('title:asc')).toBe('title,asc')
  expect(readSort('date_added:DESC;title,asc')).toBe('date_added,DESC;title,asc')
  expect(readSort('random:5')).toBe('random:5')
  expect(readSort('relevance')).toBe('relevance')
  expect(readSort(null)).toBeNull()
})
