import { expect, test } from 'bun:test'
import { createSeenCovers } from './seen-covers'

const first = { pk: 1, path: '/one' }
const second = { pk: 2, path: '/two' }
const image = (name: string) => ({ name, size: 10, modifiedMs: 1000 })

test('of two folders with an image for one series the first wins', () => {
  const seen = createSeenCovers({ folders: [first, second] })
  seen.listed(second, 'Saga', image('poster.jpg'))
  expect(seen.imageAt('Saga')).toEqual({ folderPk: 2, ...image('poster.jpg') })
  seen.listed(first, 'Saga', image('cover.jpg'))
  expect(seen.imageAt('Saga')).toEqual({ folderPk: 1, ...image('cover.jpg') })
  expect(seen.paths()).toEqual(['Saga'])
})

test('a folder that is listed again replaces its earlier listing', () => {
  const seen = createSeenCovers({ folders: [first] })
  seen.listed(first, 'Saga', image('cover.jpg'))
  seen.listed(first, 'Saga', null)
  expect([seen.imageAt('Saga'), seen.paths()]).toEqual([null, []])
})

test('covers in an unlisted folder are assumed present, unless the library no longer has that folder', () => {
  const seen = createSeenCovers({ folders: [first, second] })
  seen.listed(first, 'Saga', null)
  const at = (folderPk: number) => seen.wasListed({ folderPk, ...image('cover.jpg') }, 'Saga')
  expect([at(1), at(2), at(3)]).toEqual([true, false, true])
})
