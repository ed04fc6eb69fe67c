import { expect, test } from 'bun:test'
import { isPageName } from './page-names'

test.each([
  '001.jpg',
  'Book/ch1/P1.JPG',
  'a.jpeg',
  'a.png',
  'a.GIF',
  'a.webp',
  'a.avif',
  'a.jxl',
  'a.bmp',
  'a.tif',
  'a.tiff',
  'a.heic',
  'a.heif',
  'dir.with.dots/1.jpg',
  'win\\folder\\1.jpg',
])('%s is a page', name => expect(isPageName(name)).toBe(true))

test.each([
  'cover.svg',
  'a.ico',
  'a.txt',
  'jpg',
  'folder.jpg/readme',
  '__MACOSX/1.jpg',
  'Book/__MACOSX/1.jpg',
  '.hidden.jpg',
  'Book/.thumbs/1.jpg',
  'Book\\.thumbs\\1.jpg',
  '../1.jpg',
  '',
])('%s is none', name => expect(isPageName(name)).toBe(false))
