import { expect, test } from 'bun:test'
import { ApiError, isNotFound } from './api-error'

test('an address with an id that cannot be one leads nowhere, as one whose id nobody has', () => {
  expect(isNotFound(new ApiError(404, 'NotFound', 'Series not found'))).toBe(true)
  const inPath = { issues: [{ path: 'series_id', message: 'Invalid GUID' }] }
  expect(isNotFound(new ApiError(400, 'BadRequest', 'path series_id: Invalid GUID', inPath))).toBe(true)
})

test('other refusals are none of it', () => {
  const inBody = { issues: [{ path: 'title', message: 'Too long' }] }
  expect(isNotFound(new ApiError(400, 'BadRequest', 'body title: Too long', inBody))).toBe(false)
  expect(isNotFound(new ApiError(400, 'BadRequest', 'Nothing to change'))).toBe(false)
  expect(isNotFound(new ApiError(403, 'Forbidden', 'Missing required permission: users-read'))).toBe(false)
  expect(isNotFound(new Error('x'))).toBe(false)
})
