import { expect, test } from 'bun:test'
import { chapterInName, volumeInName } from './name-tokens'
import { numberInName } from './number-in-name'

test.each([
  ['c082 (v17)', 82, 17, 82],
  ['Saga c082 (v17) (2012)', 82, 17, 82],
  ['Saga_Ch.82.5_[Vol.17]', 82.5, 17, 82.5],
  ['(v17) Saga c082', 82, 17, 82],
  ['[Volume 17] Saga Chapter 82', 82, 17, 82],
  ['Saga (c082) (v17)', 82, 17, 82],
  ['c082 (Digital, v17)', 82, 17, 82],
  ['(v17) Saga #82', 82, 17, null],
  ['Saga #82 (v17)', 82, 17, null],
  ['Saga (v17)', 17, 17, null],
  ['Saga v17 (c082-c090)', 17, 17, 82],
] as const)('%s is number %p, volume %p, chapter %p', (stem, number, volume, chapter) => {
  expect([numberInName(stem), volumeInName(stem), chapterInName(stem)]).toEqual([number, volume, chapter])
})
