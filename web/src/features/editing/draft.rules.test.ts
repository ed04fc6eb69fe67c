import { expect, test } from 'bun:test'
import { draftOf, editOf, locksAfter, sentValue } from './draft.rules'
import { FIELDS } from './edited-fields'

const fields = FIELDS.books
const base = draftOf(fields, { title: 'One', year: 1999, genres: ['Drama'], manga: null, authors: [] })

test('only changed fields are sent, in the form of the server', () => {
  const draft = { ...base, title: ' Two ', year: '', number: '1,5', manga: 'true', genres: ['Drama', 'Sea'] }
  expect(editOf(fields, draft, base, {}, {})).toEqual({
    title: 'Two',
    year: null,
    number: 1.5,
    manga: true,
    genres: ['Drama', 'Sea'],
  })
  expect(editOf(fields, base, base, {}, {})).toBeNull()
})

test('changed fields are locked, unless somebody unlocks them', () => {
  const draft = { ...base, title: 'Two' }
  const after = locksAfter(fields, draft, base, { yearLock: true }, { yearLock: false })
  expect([after.titleLock, after.yearLock, after.genreLock]).toEqual([true, false, false])
  expect(editOf(fields, base, base, { yearLock: true }, { yearLock: false })).toEqual({ locks: { yearLock: false } })
  expect(editOf(fields, draft, base, {}, { titleLock: false })).toEqual({ title: 'Two', locks: { titleLock: false } })
})

test('people without a name are left out, and a list without people is cleared like any field', () => {
  const people = FIELDS.series.find(({ kind }) => kind === 'people')
  if (!people) throw new Error('Series have no people')
  const somebody = { name: 'Ada Marlowe', role: 'writer' }
  expect(sentValue(people, [somebody, { name: ' ', role: 'writer' }])).toEqual([somebody])
  expect(sentValue(people, [{ name: '', role: 'writer' }])).toBeNull()
})
