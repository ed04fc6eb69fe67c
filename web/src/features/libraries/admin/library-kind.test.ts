import { expect, test } from 'bun:test'
import { afterKind } from './library-kind.rules'
import { draftOf } from './naming/naming-draft.rules'

const comics = { direction: 'ltr', naming: draftOf(undefined) } as const

test('a kind sets the naming rules and the direction', () => {
  const { direction, naming } = afterKind(comics, 'comics', 'books')
  expect(direction).toBe('ltr')
  expect(naming).toMatchObject({ series: 'calibre', calibreMode: 'from_metadata' })
  expect(naming).toMatchObject({ book: 'metadata_first', number: 'metadata' })
  const manga = afterKind({ direction, naming }, 'books', 'manga')
  expect(manga).toEqual({ direction: 'rtl', naming: comics.naming })
})

test('edited rules stay', () => {
  const rules = [{ key: 0, pattern: 'x', replacement: '' }]
  const edited = { direction: 'ttb', naming: { ...comics.naming, book: 'filename', rules } } as const
  const { direction, naming } = afterKind(edited, 'comics', 'books')
  expect(direction).toBe('ttb')
  expect(naming).toMatchObject({ book: 'filename', rules, series: 'calibre' })
})
