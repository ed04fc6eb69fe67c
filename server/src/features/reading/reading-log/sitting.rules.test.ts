import { expect, test } from 'bun:test'
import { type Sitting, type Step, sittingAfter } from './sitting.rules'

const MINUTE = 60_000
const step = (minutes: number, fromPage: number | null, toPage: number, more: Partial<Step> = {}): Step => ({
  device: 'phone',
  at: minutes * MINUTE,
  fromPage,
  toPage,
  jumped: false,
  completed: false,
  ...more,
})

/** All steps in order: the last sitting, and the log entries. */
function after(steps: readonly Step[]) {
  let sitting: Sitting | null = null
  const log: [minutes: number, pages: number, logged: number | null][] = []
  for (const each of steps) {
    const next = sittingAfter(sitting, each)
    sitting = next.sitting
    for (const { ms, pages, logged } of next.toLog) log.push([ms / MINUTE, pages, logged && logged.ms / MINUTE])
  }
  return { sitting, log }
}

test('opening a book is no reading', () => {
  expect(after([step(0, null, 1)]).log).toEqual([])
})

test('the time between places counts, and the log is written once a minute', () => {
  const steps = [step(0, null, 1), step(0.5, 1, 2), step(0.8, 2, 3), step(2, 3, 5)]
  expect(after(steps).log).toEqual([
    [0.5, 1, null],
    [2, 4, 0.5],
  ])
})

test('after a pause a new sitting begins, and the missing rest of the last one is added', () => {
  const { sitting, log } = after([step(0, 10, 11), step(0.5, 11, 14), step(20, 14, 15)])
  expect(log).toEqual([
    [0, 1, null],
    [0.5, 4, 0],
    [0, 1, null],
  ])
  expect(sitting).toMatchObject({ startedAt: 20 * MINUTE, ms: 0, pages: 1 })
})

test('an app that saves a place at the end alone tells of pages, not of time', () => {
  expect(after([step(0, 10, 40)]).log).toEqual([[0, 30, null]])
})

test('pages that were jumped over or gone back to are not read', () => {
  const { sitting } = after([step(0, null, 1), step(1, 1, 90, { jumped: true }), step(2, 90, 80), step(3, 80, 81)])
  expect(sitting).toMatchObject({ ms: 3 * MINUTE, pages: 1 })
})

test('another device has a sitting of its own', () => {
  const { sitting } = after([step(0, 1, 2), step(1, 2, 3, { device: 'tablet' })])
  expect(sitting).toMatchObject({ device: 'tablet', ms: 0, pages: 1 })
})

test('the last page is written to the log at once', () => {
  expect(after([step(0, 98, 99), step(0.2, 99, 100, { completed: true })]).log).toEqual([
    [0, 1, null],
    [0.2, 2, 0],
  ])
})
