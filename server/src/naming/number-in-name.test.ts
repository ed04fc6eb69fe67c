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
  ['Les Dragons T01 - Le réveil', 1, 1, null],
  ['Les Dragons - T.12 (2012)', 12, 12, null],
  ['Les Dragons Tome 3 - Le retour', 3, 3, null],
  ['Les Dragons Chapitre 12.5 - La nuit', 12.5, null, 12.5],
  ['Die Drachen, Band 7 - Die Nacht', 7, 7, null],
  ['Die Drachen Bd. 07 Kapitel 42', 7, 7, 42],
  ['Los dragones Tomo 4 Capítulo 9', 4, 4, 9],
  ['Dragons T2 - Judgement', null, null, null],
  ['Dragons BD 1080p', null, null, null],
  ['Bandits 3 - Night', null, null, null],
] as const)('%s is number %p, volume %p, chapter %p', (stem, number, volume, chapter) => {
  expect([numberInName(stem), volumeInName(stem), chapterInName(stem)]).toEqual([number, volume, chapter])
})
