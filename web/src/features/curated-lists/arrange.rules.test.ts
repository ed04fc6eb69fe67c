import { expect, test } from 'bun:test'
import { withoutRow } from './arrange.rules'

const rows = (...sections: readonly (string | null)[]) => sections.map((section, id) => ({ id, section }))

test('a section goes on without its first book, up to the next section', () => {
  expect(withoutRow(rows('One', null, 'Two', null), 0)).toEqual([
    { id: 1, section: 'One' },
    { id: 2, section: 'Two' },
    { id: 3, section: null },
  ])
  expect(withoutRow(rows('One', null), 1)).toEqual([{ id: 0, section: 'One' }])
  expect(withoutRow(rows(null, 'Two', 'Three'), 1)).toEqual([
    { id: 0, section: null },
    { id: 2, section: 'Three' },
  ])
  expect(withoutRow(rows(null, 'Two'), 1)).toEqual([{ id: 0, section: null }])
})
