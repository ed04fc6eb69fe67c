import '../../messages/no-browser'
import { expect, test } from 'bun:test'
import type { BookErrorDto } from '../../api/types'
import * as language from '../../messages/language'
import { factsOf, sentencesOf } from './error-words'

const error = (details: Readonly<Record<string, string | number>>): BookErrorDto => ({
  ...{
    errorType: 'page_extraction',
    message: 'A page is damaged.',
    occurredAt: '2026-11-28T00:00:00Z',
    ignored: false,
  },
  details: { reason: 'page-corrupt', hint: 'Replace it.', ...details },
})

test('a damaged page has its number and its name, whether it is the only one or not', async () => {
  await language.setLanguage('en')
  const only = error({ page: '005.jpg', pageNumber: 3 })
  expect(sentencesOf(only)).toStartWith('Page 3 is damaged.')
  expect(factsOf(only)).toEqual(['005.jpg'])
  const first = error({ page: '005.jpg', pageNumber: 3, pages: 2 })
  expect(sentencesOf(first)).toStartWith('2 pages are damaged.')
  expect(factsOf(first)).toEqual(['First: page 3, “005.jpg”'])
})

test('a page without a number has its name', () => {
  expect(sentencesOf(error({ page: '005.jpg' }))).toContain('“005.jpg”')
  expect(factsOf(error({ page: '005.jpg' }))).toEqual([])
})
