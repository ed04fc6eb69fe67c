import { expect, test } from 'bun:test'
import { unitFormat } from './units'

test('a number and its unit have the space that their language wants, and full words for screen readers', () => {
  const written = (words: 'short' | 'full') =>
    ['en-GB', 'fr-FR', 'es', 'de'].map(language =>
      unitFormat('second', 1, words)(language).format(2.6).replace(/\s/g, ' '),
    )
  expect(written('short')).toEqual(['2.6s', '2,6 s', '2,6 s', '2,6 Sek.'])
  expect(written('full')).toEqual(['2.6 seconds', '2,6 secondes', '2,6 segundos', '2,6 Sekunden'])
})
