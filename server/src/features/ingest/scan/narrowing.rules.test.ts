import { expect, test } from 'bun:test'
import { LIMITS } from '../../../kernel/limits'
import { joinScans, placesOfBoth, tidyPlaces } from './narrowing.rules'
import { ScanPayload } from './scan.types'

const place = (path: string, below = true) => ({ root: '/library', path, below })
const scan = (paths: readonly string[], mode: 'normal' | 'deep' = 'normal') =>
  ScanPayload.parse({ libraryId: 'l', mode, places: paths.map(path => place(path)) })

test('places inside others are not named twice', () => {
  const places = [place('A/B'), place('A', false), place('A'), place('AB'), place('C', false), place('C/D', false)]
  expect(tidyPlaces(places)).toEqual([place('A'), place('C', false), place('AB'), place('C/D', false)])
  expect(tidyPlaces([place('A', false), place('A/B')])).toHaveLength(2)
  const elsewhere = { root: '/other', path: 'A/B', below: true }
  expect(tidyPlaces([place('A'), elsewhere])).toHaveLength(2)
})

test('too many places are the whole library, and so is its folder with all inside it', () => {
  const many = Array.from({ length: LIMITS.scan.places }, (_, i) => place(`${i}`))
  expect(placesOfBoth(many, [place('1/2')])).toHaveLength(LIMITS.scan.places)
  expect(placesOfBoth(many, [place('more')])).toEqual([])
  expect(placesOfBoth([place('A')], [])).toEqual([])
  expect(placesOfBoth([place('A')], [place('')])).toEqual([])
})

test('a scan that waits covers a request, grows by it, or cannot', () => {
  const whole = scan([])
  expect(joinScans(whole, scan(['A']))).toBe(whole)
  expect(joinScans(whole, scan([], 'deep'))).toBe(whole)
  expect(joinScans(whole, scan(['A'], 'deep'))).toBeNull()
  expect(joinScans(scan(['A']), whole)?.places).toEqual([])
  expect(joinScans(scan(['A']), scan([], 'deep'))).toMatchObject({ mode: 'deep', places: [] })
  expect(joinScans(scan(['A'], 'deep'), whole)).toBeNull()
  expect(joinScans(scan(['A']), scan(['B']))?.places).toEqual([place('A'), place('B')])
  expect(joinScans(scan(['A'], 'deep'), scan(['B']))).toBeNull()
})

test('a person’s request is a manual scan, at once and as deep as requested', () => {
  const later = { ...scan(['A']), unasked: true, round: 4 }
  expect(joinScans(later, scan([], 'deep'))).toMatchObject({ mode: 'deep', places: [], unasked: false, round: 0 })
  expect(joinScans({ ...later, places: [] }, scan([]))).toMatchObject({ places: [], unasked: false })
  expect(joinScans(later, scan(['B']))).toMatchObject({ places: [place('A'), place('B')], unasked: false, round: 0 })
})
