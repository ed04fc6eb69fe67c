import { expect, test } from 'bun:test'
import { ApiError, isNotFound } from './api-error'

test('a malformed id in an address is treated like an unknown one', () => {
  expect(isNotFound(new ApiError(404, 'NotFound', 'Series not found'))).toBe(true)
  for (const path of ['series_id', 'read_list_id', 'facet_id']) {
    const inPath = { issues: [{ path, message: 'Invalid GUID' }] }
    expect(isNotFound(new ApiError(400, 'BadRequest', `path ${path}: Invalid GUID`, inPath))).toBe(true)
  }
})

test('other errors are not treated as not found', () => {
  const inBody = { issues: [{ path: 'title', message: 'Too long' }] }
  const idInBody = { issues: [{ path: 'seriesIds.0', message: 'Invalid GUID' }] }
  expect(isNotFound(new ApiError(400, 'BadRequest', 'query seriesIds.0: Invalid GUID', idInBody))).toBe(false)
  expect(isNotFound(new ApiError(400, 'BadRequest', 'body title: Too long', inBody))).toBe(false)
  expect(isNotFound(new ApiError(400, 'BadRequest', 'Nothing to change'))).toBe(false)
  expect(isNotFound(new ApiError(403, 'Forbidden', 'Missing required permission: users-read'))).toBe(false)
  expect(isNotFound(new Error('x'))).toBe(false)
})
