import { expect, test } from 'bun:test'
import { initialsOf } from './initials'

test('initials are those of the first and last word, whatever the signs around them', () => {
  expect(initialsOf('Lewis Carroll')).toBe('LC')
  expect(initialsOf('L. Frank Baum')).toBe('LB')
  expect(initialsOf('Boulet')).toBe('B')
  expect(initialsOf('"C"')).toBe('C')
  expect(initialsOf('émile  zola')).toBe('ÉZ')
  expect(initialsOf('荒木 飛呂彦')).toBe('荒飛')
  expect(initialsOf('Georges Bizet (1838-1875)')).toBe('GB')
  expect(initialsOf('Lee Carter, Jr.')).toBe('LC')
  expect(initialsOf('Ana Ruiz, III [editor]')).toBe('AR')
  expect(initialsOf('Carroll, Lewis')).toBe('CL')
  expect(initialsOf('(anonymous)')).toBe('A')
  expect(initialsOf('???')).toBe('')
})
