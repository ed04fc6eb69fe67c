import { expect, test } from 'bun:test'
import { unitFormat } from './units'

test('a number and its unit have the space that their language wants', () => {
  const written = (language: string) => unitFormat('second', 1)(language).format(2.6).replace(/\s/g, ' ')
  expect(['en-GB', 'fr-FR', 'es', 'de'].map(written)).toEqual(['2.6s', '2,6 s', '2,6 s', '2,6 Sek.'])
})
