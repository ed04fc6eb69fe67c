import { expect, test } from 'bun:test'
import { mediaTypeOfName } from './media-types'

test.each([
  ['a.JPG', 'image/jpeg'],
  ['a.constructor', 'application/octet-stream'],
  ['__proto__', 'application/octet-stream'],
])('%s is %s', (name, type) => expect(mediaTypeOfName(name)).toBe(type))
