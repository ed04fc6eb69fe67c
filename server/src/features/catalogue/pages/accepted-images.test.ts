import { expect, test } from 'bun:test'
import { needsJpeg } from './accepted-images'

const CHROME = 'image/avif,image/webp,image/apng,image/svg+xml,image/*,*/*;q=0.8'
const SAFARI = 'image/webp,image/avif,image/jxl,image/heic,image/heic-sequence,video/*;q=0.8,image/png,*/*;q=0.5'

test.each<[string, string | null, boolean]>([
  ['image/jpeg', 'text/html', false],
  ['image/png', 'image/jpeg', false],
  ['image/webp', CHROME, false],
  ['image/webp', null, false],
  ['image/webp', 'image/jpeg, image/png', true],
  ['image/avif', 'IMAGE/AVIF', false],
  ['image/avif', 'image/*;q=0, image/jpeg', true],
  ['image/bmp', '*/*', false],
  ['image/jxl', CHROME, true],
  ['image/jxl', SAFARI, false],
  ['image/jxl', null, true],
  ['image/heic', SAFARI, false],
  ['image/heic', 'image/heic;q=0.0', true],
  ['image/tiff', CHROME, true],
  ['image/tiff', 'image/tiff;q=0.2', false],
])('%s for %s', (mediaType, accept, needed) => {
  const headers = accept === null ? {} : { accept }
  expect(needsJpeg(mediaType, new Request('http://octavo/', { headers }))).toBe(needed)
})
