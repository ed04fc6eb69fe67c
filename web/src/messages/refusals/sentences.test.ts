import '../no-browser'
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { ApiError } from '../../api/api-error'
import { errorSentence } from '../../ui/error-sentence'
import { labelled } from '../labelled'
import { loadMessages, setLanguage } from '../language'
import { loadRefusals } from './load-refusals'

beforeAll(async () => {
  await loadRefusals()
  await setLanguage('en')
  await loadMessages()
})
afterAll(() => setLanguage('en'))

const sentence = (reason: string, facts: object = {}, message = 'The server’s words') =>
  errorSentence(new ApiError(400, 'BadRequest', message, { reason, ...facts }))

test('refusals are explained with their limits', () => {
  expect(sentence('titles_full', { max: 1500 })).toBe('A series can have 1,500 alternate titles at most.')
  expect(sentence('books_many', { max: 10_000 })).toBe('These series have more than 10,000 books. Select fewer series.')
  expect(sentence('import_unchecked')).toBe('This archive hasn’t been checked yet. Wait for the check to finish.')
  expect(sentence('export_unfinished')).toBe('This export hasn’t finished, so there’s no file to download.')
})

test('the server’s words say more about an invalid value, but only in English', async () => {
  expect(sentence('field_bad', {}, 'body color: is not a colour')).toBe('body color: is not a colour')
  expect(sentence('field_bad', {}, '')).toBe('The server refused this.')
  await setLanguage('de')
  expect(sentence('field_bad', {}, 'body color: is not a colour')).toBe('Dieser Wert ist ungültig.')
  await setLanguage('en')
})

test('a label and its value are joined as the language does', async () => {
  const written: string[] = []
  for (const language of ['en', 'de', 'fr', 'es'] as const) {
    await setLanguage(language)
    written.push(labelled('Read', 3))
  }
  expect(written).toEqual(['Read: 3', 'Read: 3', 'Read\u00a0: 3', 'Read: 3'])
})
