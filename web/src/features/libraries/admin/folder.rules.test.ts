import { expect, test } from 'bun:test'
import { crumbsOf, nameOfFolder } from './folder.rules'

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
