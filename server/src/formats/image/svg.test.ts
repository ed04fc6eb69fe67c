import { describe, expect, test } from 'bun:test'
import { isSvg, readSvg } from './svg'

const NAMESPACE = 'xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
const drawing = (attributes: string, content = '') => Buffer.from(`<svg ${NAMESPACE} ${attributes}>${content}</svg>`)
const sizeOf = (attributes: string) => {
  const reading = readSvg(drawing(attributes))
  return reading?.kind === 'drawing' ? [reading.width, reading.height] : reading
}
const refusal = (bytes: Buffer) => {
  const reading = readSvg(bytes)
  return reading?.kind === 'refused' ? reading.problem.message : reading
}

test('the size of a drawing is that of CSS: units, the box, one side by the other, 300 x 150', () => {
  expect(sizeOf('width="200" height="300px"')).toEqual([200, 300])
  expect(sizeOf('width="1in" height="2.54cm"')).toEqual([96, 96])
  expect(sizeOf('width="72pt" height="6pc"')).toEqual([96, 96])
  expect(sizeOf('viewBox="0 0 600 900"')).toEqual([600, 900])
  expect(sizeOf('viewBox="0,0,600,900" width="100%" height="100%"')).toEqual([600, 900])
  expect(sizeOf('viewBox="0 0 600 900" width="200"')).toEqual([200, 300])
  expect(sizeOf('viewBox="0 0 600 900" height="300"')).toEqual([200, 300])
  expect(sizeOf('viewBox="0 0 0 900"')).toEqual([300, 150])
  expect(sizeOf('width="-5" height="none"')).toEqual([300, 150])
})

test('a drawing is recognized by its beginning, whatever precedes its root', () => {
  const root = `<svg ${NAMESPACE}/>`
  for (const before of [
    '',
    '\ufeff',
    '\n\t ',
    '<?xml version="1.0"?>\n<!-- made by hand -->',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd">',
    '<!DOCTYPE svg [<!ENTITY a "b">]>',
  ]) {
    expect([before, isSvg(Buffer.from(before + root))]).toEqual([before, true])
  }
  expect(isSvg(Buffer.from('<s:svg xmlns:s="http://www.w3.org/2000/svg"/>'))).toBe(true)
  for (const other of ['', 'x<svg/>', '<html><svg/></html>', '<svgs/>', '<!-- <svg/> -->']) {
    expect([other, isSvg(Buffer.from(other)), readSvg(Buffer.from(other))]).toEqual([other, false, null])
  }
})

test('a drawing with more than 200 passes of filters has too many parts', () => {
  const filtered = (parts: number, uses: number) =>
    `<filter id="f">${'<feGaussianBlur/>'.repeat(parts)}</filter>${'<rect style="filter: url(#f)"/>'.repeat(uses)}`
  expect(readSvg(drawing('', filtered(10, 20)))?.kind).toBe('drawing')
  expect(refusal(drawing('', filtered(201, 1)))).toBe('The drawing has too many parts.')
  expect(refusal(drawing('', filtered(10, 21)))).toBe('The drawing has too many parts.')
})

describe('a drawing is refused', () => {
  test('with scripts', () => {
    for (const content of ['<script>x</script>', '<g><SCRIPT/></g>'.toLowerCase(), '<rect onclick="x"/>']) {
      expect([content, refusal(drawing('', content))]).toEqual([content, 'The drawing contains scripts.'])
    }
    expect(refusal(drawing('onload="x"'))).toBe('The drawing contains scripts.')
  })

  test('with addresses of other files; those in it, and links of texts, are none', () => {
    for (const address of ['http://x/a.png', 'file:///etc/passwd', 'a.png', '//x/y', 'a.svg#b', 'javascript:x']) {
      const content = `<g><image xlink:href="${address}"/></g>`
      expect([address, refusal(drawing('', content))]).toEqual([address, 'The drawing refers to other files.'])
    }
    expect(refusal(drawing('', '<use href="other.svg#x"/>'))).toBe('The drawing refers to other files.')
    for (const content of [
      '<rect fill="url(http://x/a.svg#b)"/>',
      `<rect style="fill: URL( 'a.svg#b' )"/>`,
      '<style>@import "http://x/a.css";</style>',
      '<style><![CDATA[@IMPORT url(a.css);]]></style>',
    ]) {
      expect([content, refusal(drawing('', content))]).toEqual([content, 'The drawing refers to other files.'])
    }
    const styled =
      '<style>rect { fill: url("#a"); clip-path: url( #b ) }</style><rect filter="url(#f)" style="mask: url(#m)"/>'
    expect(readSvg(drawing('', styled))?.kind).toBe('drawing')
    const own = '<a href="http://x/"><use href="#x"/><image href="data:image/png;base64,AA=="/></a>'
    expect(readSvg(drawing('', own))?.kind).toBe('drawing')
  })

  test('with entities, when it is broken, or as large as nobody draws', () => {
    const lines = Array.from({ length: 10 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(10)}">`).join('')
    const bomb = `<!DOCTYPE svg [<!ENTITY e0 "lol">${lines}]><svg ${NAMESPACE}><text>&e10;</text></svg>`
    expect(refusal(Buffer.from(bomb))).toBe('The drawing declares entities.')
    expect(refusal(Buffer.from(`<svg ${NAMESPACE}><g>`))).toBe('The drawing cannot be read.')
    expect(refusal(drawing('width="1e9" height="1e9"'))).toBe('The drawing has too many pixels.')
    expect(refusal(drawing('', ' '.repeat(4 * 1024 ** 2)))).toBe('The drawing is too large.')
    expect(refusal(drawing('', `${'<g>'.repeat(100_000)}${'</g>'.repeat(100_000)}`))).toBe(
      'The drawing cannot be read.',
    )
  })
  test('that draws its parts again and again; one that uses itself is drawn once', () => {
    const nested = Array.from({ length: 30 }, (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`)
    expect(refusal(drawing('', `<g id="g0"><rect/></g>${nested.join('')}`))).toBe('The drawing has too many parts.')
    expect(readSvg(drawing('', `<g id="g0"><rect/></g>${nested.slice(0, 3).join('')}`))?.kind).toBe('drawing')
    expect(readSvg(drawing('', '<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>'))?.kind).toBe('drawing')
    expect(refusal(drawing('', '<g/>'.repeat(100_000)))).toBe('The drawing has too many parts.')
  })
})
