import { expect, test } from 'bun:test'
import type { FilterPresetDto } from '../../api/types'
import type { Question } from '../lists'
import { presetOfQuestion, questionOfPreset, sameQuestion, searchOfPreset } from './preset-question'

const usual: Question = { kind: 'series', condition: null, text: '', sort: 'name,asc', view: 'grid' }
const preset = (values: object): FilterPresetDto => ({
  id: '00000000-0000-7000-8000-000000000001',
  name: 'Saved',
  scope: 'list',
  target: 'books',
  condition: { allOf: [] },
  shared: false,
  mine: true,
  ownerName: 'ada',
  pinned: false,
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
  ...values,
})

test('a saved filter is restored unchanged', () => {
  const questions: Question[] = [
    usual,
    {
      kind: 'books',
      condition: { allOf: [{ format: { operator: 'is', value: 'cbr' } }] },
      text: 'moon',
      sort: 'page_count,desc;title,asc',
      view: 'table',
    },
  ]
  for (const question of questions) {
    expect(questionOfPreset(preset(presetOfQuestion(question)))).toEqual(question)
  }
})

test('what other apps have saved is understood: no sort, no view, a sort with a colon', () => {
  expect(questionOfPreset(preset({ sort: 'title:desc', view: 'shelf' }))).toEqual({
    ...usual,
    kind: 'books',
    sort: 'title,desc',
  })
  expect(questionOfPreset(preset({ target: 'series' }))).toEqual(usual)
})

test('its address omits defaults', () => {
  expect(searchOfPreset(preset({ target: 'series' }))).toEqual({})
  expect(searchOfPreset(preset({ condition: { allOf: [{ format: { operator: 'is', value: 'cbr' } }] } }))).toEqual({
    show: 'books',
    filter: 'format:cbr',
  })
})

test('a view is another when its order, its look or its filter is', () => {
  expect(sameQuestion(usual, { ...usual })).toBe(true)
  expect(sameQuestion(usual, { ...usual, sort: 'name,desc' })).toBe(false)
  expect(sameQuestion(usual, { ...usual, view: 'list' })).toBe(false)
  expect(sameQuestion(usual, { ...usual, condition: { title: { operator: 'isNull' } } })).toBe(false)
})
