import { expect, test } from 'bun:test'
import { fold, sortKey } from './text'

test('keys order as a person would', () => {
  const titles = ['Éa 10', 'ea 9', 'Ea 09b', 'Batman #100', 'batman #2', 'Zorro', 'Ärger', 'argo']
  const byKey = [...titles].sort((a, b) => Buffer.compare(Buffer.from(sortKey(a)), Buffer.from(sortKey(b))))
  expect(byKey).toEqual(['Ärger', 'argo', 'batman #2', 'Batman #100', 'ea 9', 'Ea 09b', 'Éa 10', 'Zorro'])
})

test('folding removes case, accents and width', () => {
  expect(fold('ÀÉÎõü ﬁ Ａ')).toBe('aeiou fi a')
  expect(fold('漫画')).toBe('漫画')
})
