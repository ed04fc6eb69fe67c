import { expect, test } from 'bun:test'
import { emptyMetadata } from './empty-metadata'
import type { EmbeddedMetadata } from './facts'
import { mergedMetadata } from './merge-metadata'

const said = (source: EmbeddedMetadata['source'], more: Partial<EmbeddedMetadata>) => ({
  ...emptyMetadata(source),
  ...more,
})

const COMIC = said('comicinfo', {
  ...{ title: 'Comic', summary: 'From ComicInfo', year: 2001, month: 5, genres: ['Horror'] },
  identifiers: [{ source: 'comicvine', id: '1', of: 'book' }],
})
const METRON = said('metroninfo', {
  ...{ title: 'Metron', year: 2002, characters: ['Ann'] },
  identifiers: [
    { source: 'comicvine', id: '1', of: 'book' },
    { source: 'metron', id: '2', of: 'book' },
  ],
})
const OPF = said('opf_file', { title: 'Beside' })

test('the first source with a value wins, field by field', () => {
  const merged = mergedMetadata([COMIC, METRON, OPF], null)
  expect(merged).toMatchObject({ source: 'opf_file', title: 'Beside', summary: 'From ComicInfo', characters: ['Ann'] })
  expect(merged?.saidBy).toMatchObject({ summary: 'comicinfo', characters: 'metroninfo', year: 'metroninfo' })
  expect(merged?.saidBy).not.toHaveProperty('title')
})

test('a date is from one source, and ids are from all', () => {
  const merged = mergedMetadata([COMIC, METRON], null)
  expect(merged).toMatchObject({ year: 2002, month: null, day: null })
  expect(merged?.identifiers.map(({ source }) => source)).toEqual(['comicvine', 'metron'])
})

test('a library may put another first, for all or for a group of fields, and leave some out', () => {
  const all = [COMIC, METRON, OPF]
  expect(mergedMetadata(all, { order: ['comicinfo'] })).toMatchObject({
    source: 'comicinfo',
    title: 'Comic',
    year: 2001,
  })
  const names = mergedMetadata(all, { groups: { names: ['metroninfo'] } })
  expect(names).toMatchObject({ title: 'Metron', summary: 'From ComicInfo' })
  expect(mergedMetadata(all, { off: ['opf_file', 'metroninfo'] })).toMatchObject({ title: 'Comic', characters: [] })
  expect(mergedMetadata(all, { off: ['opf_file', 'metroninfo', 'comicinfo'] })).toBeNull()
  expect(mergedMetadata([], null)).toBeNull()
})
