import '../no-browser'
import { expect, test } from 'bun:test'
import { BOOK_ERROR_TYPES, PROBLEM_REASONS } from '@octavo/contract/formats'
import * as language from '../language'
import de from './de.json'
import * as words from './file-problem'

test('each reason has a sentence and a remedy in German, for each type of error', async () => {
  await language.setLanguage('de')
  const known = new Set<string>(Object.values(de))
  for (const errorType of [undefined, ...BOOK_ERROR_TYPES]) {
    for (const reason of PROBLEM_REASONS) {
      const problem = { ...(errorType && { errorType }), reason }
      expect([problem, known.has(words.problemSentence(problem) ?? '')]).toEqual([problem, true])
      expect([problem, known.has(words.remedyFor(problem) ?? '')]).toEqual([problem, true])
    }
  }
})

test('the number of the page, or of the pages, is named', async () => {
  await language.setLanguage('de')
  const sentence = (details: Record<string, unknown>) =>
    words.problemSentence({ errorType: 'page_extraction', reason: 'page-corrupt', details })
  expect(sentence({ page: 'p2.jpg', pageNumber: 2 })).toBe('Seite 2 ist beschädigt.')
  expect(sentence({ page: 'p2.jpg' })).toBe('Die Seite „p2.jpg“ ist beschädigt.')
  expect(sentence({})).toBe('Eine Seite ist beschädigt.')
  expect(sentence({ page: 'p2.jpg', pages: 12 })).toBe('12 Seiten sind beschädigt.')
  expect(sentence({ pageNumber: 2, damaged: 1 })).toBe('Seite 2 ist beschädigt.')
  expect(sentence({ pageNumber: 2, damaged: 3 })).toBe('3 Teile der Datei sind beschädigt.')
})

test('the words fit what is damaged', async () => {
  await language.setLanguage('fr')
  expect(words.problemSentence({ errorType: 'metadata', reason: 'too-large' })).toMatch(/^Une partie des métadonnées/)
  expect(words.problemSentence({ errorType: 'thumbnail', reason: 'page-corrupt' })).toMatch(/^Aucune couverture/)
  expect(words.remedyFor({ errorType: 'pdf_rendering', reason: 'page-corrupt' })).toMatch(
    /^Enregistrez à nouveau le PDF/,
  )
  expect(words.problemSentence({ reason: 'of a later version' as never })).toBeNull()
})
