import { expect, test } from 'bun:test'
import { addressesOf, importsOf, withContents } from './inline.rules'

const css = `@import url("a.css") print; @import 'b.css';
@font-face { src: url(fonts/x.woff2) format("woff2"), url('fonts/y.ttf') }
p { background: url( "pic.png" ), url(data:image/png;base64,AA==), url(#grain) }`

test('finds imports and addresses of a stylesheet', () => {
  expect(importsOf(css).map(({ address, media }) => [address, media])).toEqual([
    ['a.css', 'print'],
    ['b.css', ''],
  ])
  expect([...addressesOf(css).keys()]).toEqual(['a.css', 'fonts/x.woff2', 'fonts/y.ttf', 'pic.png'])
})

test('an address counts as often as it occurs', () => {
  expect([...addressesOf('url(a.png) url("a.png") url(b.png)')]).toEqual([
    ['a.png', 2],
    ['b.png', 1],
  ])
})

test('addresses are replaced by contents', () => {
  const written = withContents(
    'a { src: url(x.ttf), url("y.ttf"), url(data:font/ttf,A) }',
    new Map([['x.ttf', 'data:font/ttf,B']]),
  )
  expect(written).toBe('a { src: url("data:font/ttf,B"), none, url(data:font/ttf,A) }')
})

test.each(['url(', 'url(a', 'url( ', 'url("', `url("url('`, '@import ', '@import "'])(
  'a hostile stylesheet of %s',
  part => {
    const hostile = part.repeat(Math.ceil((4 * 1024 * 1024) / part.length))
    expect(addressesOf(hostile).size).toBeLessThan(3)
    expect(importsOf(hostile).length).toBeLessThan(hostile.length)
    expect(withContents(hostile, new Map()).length).toBeGreaterThan(0)
  },
)
