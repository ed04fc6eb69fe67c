import { expect, test } from 'bun:test'
import { crumbsOf, nameOfFolder, sampleTitles } from './folder.rules'

test('the name of a folder', () => {
  expect(nameOfFolder('/srv/media/Comics')).toBe('Comics')
  expect(nameOfFolder('/srv/media/Comics/')).toBe('Comics')
  expect(nameOfFolder('D:\\Books\\Manga')).toBe('Manga')
  expect(nameOfFolder('/')).toBe('/')
})

test('the path to a folder', () => {
  expect(crumbsOf('')).toEqual([])
  expect(crumbsOf('/')).toEqual([{ name: '/', path: '/' }])
  expect(crumbsOf('/srv/media')).toEqual([
    { name: '/', path: '/' },
    { name: 'srv', path: '/srv' },
    { name: 'media', path: '/srv/media' },
  ])
  expect(crumbsOf('D:\\Books\\Manga')).toEqual([
    { name: 'D:', path: 'D:\\' },
    { name: 'Books', path: 'D:\\Books' },
    { name: 'Manga', path: 'D:\\Books\\Manga' },
  ])
})

test('the titles of the sample books of each series', () => {
  const file = (path: string, series: string, title: string) => {
    return { folder: '/srv', path, series, title, volume: null, chapter: null, number: null, metadataRead: true }
  }
  const detectedSeries = [
    { name: 'Emma', bookCount: 2, sampleBooks: ['1.epub', '2.epub'] },
    { name: 'Saga', bookCount: 1, sampleBooks: ['1.epub'] },
    { name: 'Thor', bookCount: 1, sampleBooks: ['Thor.cbz'] },
  ]
  const files = [file('Emma/1.epub', 'Emma', 'Emma, Part One'), file('Saga/1.epub', 'Saga', 'The Will')]
  expect(sampleTitles({ detectedSeries, files }, 2).map(({ titles }) => titles)).toEqual([
    ['Emma, Part One', '2.epub'],
    ['The Will'],
  ])
})
