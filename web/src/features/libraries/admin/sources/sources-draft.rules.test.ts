import { expect, test } from 'bun:test'
import { FILE_SOURCES } from '@octavo/contract/source-names'
import { grouped, moved, sourcesDraftOf, sourcesRequest, switched, usualSources } from './sources-draft.rules'

test('the usual sources are no choice, and leave the name of the file out', () => {
  expect(usualSources.order).toEqual(FILE_SOURCES)
  expect(usualSources.on).not.toContain('file_name')
  expect(sourcesRequest(usualSources)).toEqual({ metadataSources: null })
})

test('a source moved up and one switched off are sent, and the answer gives the same draft', () => {
  const draft = switched(moved(usualSources, 'comicinfo', -1), 'pdf', false)
  const { metadataSources } = sourcesRequest(draft)
  expect(metadataSources?.order?.slice(3, 5)).toEqual(['comicinfo', 'metroninfo'])
  expect(metadataSources?.off).toEqual(['pdf', 'file_name'])
  const back = sourcesDraftOf(metadataSources ?? undefined)
  expect([back.order, back.on.toSorted()]).toEqual([draft.order, draft.on.toSorted()])
})

test('nothing moves beyond the ends', () => {
  expect(moved(usualSources, 'series_json', -1)).toEqual(usualSources)
  expect(moved(usualSources, 'file_name', 1)).toEqual(usualSources)
})

test('a group of fields has an order of its own, until it is switched off', () => {
  const draft = moved(grouped(usualSources, 'people', true), 'comicinfo', -1, 'people')
  const { metadataSources } = sourcesRequest(draft)
  expect(metadataSources?.groups).toEqual({
    people: ['opf_file', 'comicinfo_file', 'comicinfo', 'metroninfo', 'opf', 'pdf', 'series_json', 'file_name'],
  })
  expect(metadataSources?.order).toEqual([...FILE_SOURCES])
  expect(sourcesRequest(sourcesDraftOf(metadataSources ?? undefined))).toEqual({ metadataSources })
  expect(sourcesRequest(grouped(draft, 'people', false))).toEqual({ metadataSources: null })
})
