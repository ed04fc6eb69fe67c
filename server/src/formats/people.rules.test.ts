import { expect, test } from 'bun:test'
import { boundedMetadata } from './bounded-metadata'
import { emptyMetadata } from './empty-metadata'

test('addresses and programs are no people', () => {
  const names = [
    'https://imagemagick.org',
    'www.example.org',
    'ImageMagick 7.1',
    'Adobe InDesign CC',
    'Microsoft Word',
    'calibre 5.0.1',
    'Writer',
    'Herman Melville',
    'Andy Writer',
    'Writer 1',
    'Adobe Jones',
    'Mary Word',
    'Studio Clamp',
  ]
  const authors = names.map(name => ({ name, role: 'writer', sortName: null }))
  const bounded = boundedMetadata({ ...emptyMetadata('pdf'), authors }, new Map())
  expect(bounded.authors.map(({ name }) => name)).toEqual(names.slice(7))
})
