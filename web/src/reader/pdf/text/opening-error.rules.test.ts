import { expect, test } from 'bun:test'
import { ApiError } from '../../../api/api-error'
import { openingError } from './opening-error.rules'

const fromPdfJs = (name: string, facts: object) => Object.assign(new Error('pdf.js'), { name, ...facts })

test('a file that could not be fetched is an unreachable server in every browser', () => {
  for (const details of [
    'TypeError: Failed to fetch',
    'TypeError: NetworkError when attempting to fetch resource.',
    'TypeError: Load failed',
  ])
    expect(openingError(fromPdfJs('UnknownErrorException', { details }))).toMatchObject({ status: 0 })
})

test('so is a reader that could not be fetched', () => {
  for (const words of [
    'Failed to fetch dynamically imported module: https://octavo.example/assets/pdf.js',
    'error loading dynamically imported module: https://octavo.example/assets/pdf.js',
    'Importing a module script failed.',
  ])
    expect(openingError(new TypeError(words))).toMatchObject({ status: 0 })
})

test('a refused request is that refusal', () => {
  const error = openingError(fromPdfJs('ResponseException', { status: 404 }))
  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ status: 404 })
})

test('damaged files and other errors stay what they are', () => {
  for (const error of [
    fromPdfJs('InvalidPDFException', {}),
    fromPdfJs('UnknownErrorException', { details: 'TypeError: x is undefined' }),
    'odd',
  ])
    expect(openingError(error)).toBe(error)
})
