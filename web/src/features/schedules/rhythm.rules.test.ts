import { describe, expect, test } from 'bun:test'
import { hourSteps, type Rhythm, readRhythm, writeRhythm } from './rhythm.rules'

describe('readRhythm', () => {
  test('what people say', () => {
    expect(readRhythm('30 3 * * *')).toEqual({ kind: 'daily', time: '03:30' })
    expect(readRhythm('0 22 * * 1-5')).toEqual({ kind: 'weekly', days: [1, 2, 3, 4, 5], time: '22:00' })
    expect(readRhythm('0 22 * * 7')).toEqual({ kind: 'weekly', days: [0], time: '22:00' })
    expect(readRhythm('15 * * * *')).toEqual({ kind: 'hours', every: 1, minute: 15 })
    expect(readRhythm('0 */6 * * *')).toEqual({ kind: 'hours', every: 6, minute: 0 })
    expect(readRhythm('5 4 1 * *')).toEqual({ kind: 'monthly', day: 1, time: '04:05' })
  })

  test('six fields with second 0 are the same as five', () => {
    expect(readRhythm('0 30 3 * * *')).toEqual({ kind: 'daily', time: '03:30' })
  })

  test('what cannot be said simply stays as it is', () => {
    for (const text of [
      '*/5 * * * *',
      '0 */5 * * *',
      '0 3 1 * 1',
      '0 3 * 1 *',
      '30 0 3 * * *',
      '0 3 * * MON',
      '0 3 * * 1/2',
      '0 3,15 * * *',
      '61 3 * * *',
      '0 3 32 * *',
      '@daily',
      '',
    ]) {
      expect(readRhythm(text)).toEqual({ kind: 'cron', text })
    }
  })
})

test('a written rhythm is read as the same', () => {
  const rhythms: Rhythm[] = [
    { kind: 'daily', time: '00:00' },
    { kind: 'weekly', days: [0, 3, 6], time: '23:59' },
    { kind: 'monthly', day: 31, time: '12:00' },
    { kind: 'cron', text: '*/7 1-3 * * *' },
    ...hourSteps.map(every => ({ kind: 'hours' as const, every, minute: 40 })),
  ]
  for (const rhythm of rhythms) expect(readRhythm(writeRhythm(rhythm))).toEqual(rhythm)
})
