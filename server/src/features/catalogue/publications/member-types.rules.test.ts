import { expect, test } from 'bun:test'
import { servedType, sharedWithFrames } from './member-types.rules'

test.each([
  ['a.xhtml', 'application/xhtml+xml', 'application/xhtml+xml'],
  ['a.jpg', 'image/jpeg', 'image/jpeg'],
  ['a.css', 'text/plain', 'text/css'],
  ['A.OTF', 'application/vnd.ms-opentype', 'font/otf'],
  ['a.js', 'text/javascript', 'text/plain'],
  ['a.xhtml', 'application/javascript', 'text/plain'],
  ['a.bin', 'application/ecmascript', 'text/plain'],
  ['a', 'Image/PNG ', 'image/png'],
  ['a', 'text/html\r\nSet-Cookie: x=1', 'application/octet-stream'],
  ['a', '', 'application/octet-stream'],
])('%s said to be %s is sent as %s', (path, mediaType, sent) => {
  expect(servedType({ path, mediaType })).toBe(sent)
})

test('only fonts are shared with frames', () => {
  expect(['font/otf', 'application/vnd.ms-opentype', 'application/font-woff'].every(sharedWithFrames)).toBe(true)
  expect(['image/png', 'text/css', 'application/xhtml+xml'].some(sharedWithFrames)).toBe(false)
})
