import { expect, test } from 'bun:test'
import { decodeXml } from '../xml/xml-text'
import { isCostlySvg } from './svg-cost'

const svg = (content: string, attributes = '') =>
  `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ${attributes}>${content}</svg>`
/** Ten levels, each of which shows the one below ten times. */
const levels = (open: (level: number) => string, close: string, shown: (level: number) => string) =>
  Array.from({ length: 10 }, (_, level) => open(level + 1) + shown(level).repeat(10) + close).join('')
const bomb = (shown: (level: number) => string) =>
  `<rect id="u0"/>${levels(level => `<g id="u${level}">`, '</g>', shown)}${shown(10)}`
const used = bomb(level => `<use href="#u${level}"/>`)
const base64 = (text: string) => `data:image/svg+xml;base64,${btoa(text)}`
const styledRects = (tag: string, property: string) =>
  levels(
    level => `<${tag} id="u${level}">`,
    `</${tag}>`,
    level => `<rect ${property}="url(#u${level})"/>`,
  )

test.each([
  ['by use', svg(used)],
  ['with a prefix', `<s:svg xmlns:s="http://www.w3.org/2000/svg">${used.replace(/<(\/?)/g, '<$1s:')}</s:svg>`],
  ['by xlink:href', svg(bomb(level => `<use xlink:href="#u${level}"/>`))],
  ['by one of two addresses', svg(bomb(level => `<use href="#u${level}" xlink:href="#none"/>`))],
  ['by the other of two addresses', svg(bomb(level => `<use xlink:href="#u${level}" href="#none"/>`))],
  ['with a second id', svg(bomb(level => `<use href="#u${level}"/>`).replaceAll(' id=', ' x:id="other" id='))],
  ['percent-encoded', svg(bomb(level => `<use href="#%75${level}"/>`))],
  [
    'with references to characters',
    svg(
      bomb(level => `<use href="#&#x75;&#000000000000${48 + (level % 10)};${level > 9 ? 0 : ''}"/>`).replace(
        '<g id="u10"',
        '<g id="u00"',
      ),
    ),
  ],
  ['with spaces', svg(bomb(level => `<use href=" &#10;#u&#9;${level} "/>`))],
  [
    'to the later of two with one id',
    svg(
      `${levels(
        l => `<g id="u${l}">`,
        '</g>',
        l => `<use href="#u${l}"/>`,
      ).replace(/<g id="(\w+)">/g, '<g id="$1"/>$&')}<g id="u0"/><use href="#u10"/>`,
    ),
  ],
  [
    'through a loop',
    svg(
      `<g id="a"><use href="#b"/>${'<rect/>'.repeat(5_000)}</g><g id="b"><use href="#a"/></g>${'<use href="#b"/>'.repeat(50)}`,
    ),
  ],
  ['by an entity', `<!DOCTYPE svg [<!ENTITY a "#u">]>${svg(bomb(level => `<use href="&a;${level}"/>`))}`],
  ['by an entity of markup', `<!DOCTYPE svg [<!ENTITY a "<use href='#u1'/>">]>${svg('<g id="u1">&a;</g>')}`],
  ['by the default of an attribute', `<!DOCTYPE svg [<!ATTLIST use href CDATA "#a">]>${svg('<g id="a"/><use/>')}`],
  ['animated', svg('<g id="a"/><use href="#b"><set attributeName="xlink:href" to="#a"/></use>')],
  ['by patterns', svg(styledRects('pattern', 'fill'))],
  ['by masks', svg(styledRects('mask', 'mask'))],
  ['by clip paths', svg(styledRects('clipPath', 'clip-path'))],
  [
    'by an inherited pattern',
    svg(`<pattern id="p">${'<path/>'.repeat(500)}</pattern><g fill="url(#p)">${'<path/>'.repeat(500)}</g>`),
  ],
  [
    'by markers',
    svg(
      `<marker id="m">${'<path/>'.repeat(500)}</marker><path style="marker-mid:url(#m)" d="M0 0${'h1v1'.repeat(500)}"/>`,
    ),
  ],
  [
    'by filters',
    svg(`<filter id="f">${'<feGaussianBlur/>'.repeat(100)}</filter>${'<path filter="url(#f)"/>'.repeat(100)}`),
  ],
  [
    'by a style sheet',
    svg(
      `<style>.a{fill:url(#p)}</style><pattern id="p">${'<path/>'.repeat(500)}</pattern>${'<path class="b a"/>'.repeat(500)}`,
    ),
  ],
  [
    'by a style sheet with escapes',
    svg(
      `<style>\\70 ath{fill:\\75rl(#\\70)}</style><pattern id="p">${'<path/>'.repeat(500)}</pattern>${'<path/>'.repeat(500)}`,
    ),
  ],
  [
    'by a style sheet with hidden brackets',
    svg(
      `<style>a{b:"}";} path{c:"{";fill:url(#p)}</style><pattern id="p">${'<path/>'.repeat(500)}</pattern>${'<path/>'.repeat(500)}`,
    ),
  ],
  ['in a drawing in it', svg(`<image href="${base64(svg(used))}"/>`)],
  ['in a drawing in a style', svg(`<g style="mask-image: url( '${base64(svg(used))}' )"/>`)],
  [
    'a drawing in it',
    svg(
      `<g id="a"><image href="data:image/svg+xml,${encodeURIComponent(svg('<path/>'.repeat(500)))}"/></g>${'<use href="#a"/>'.repeat(500)}`,
    ),
  ],
  [
    'by a chain',
    svg(Array.from({ length: 5_000 }, (_, at) => `<g id="u${at + 1}"><use href="#u${at}"/></g>`).join('')),
  ],
  ['below many levels', svg(`${'<g>'.repeat(300)}${used}${'</g>'.repeat(300)}`)],
])('a drawing that repeats its parts %s is costly', (_, text) => {
  expect(isCostlySvg(text)).toBe(true)
})

test('UTF-16 is read as browsers read it', () => {
  const wide = Buffer.from(`\ufeff${svg(used)}`, 'utf16le')
  expect(isCostlySvg(decodeXml(wide))).toBe(true)
  expect(isCostlySvg(decodeXml(Buffer.from(`\ufeff${svg('<rect id="a"/><use href="#a"/>')}`, 'utf16le')))).toBe(false)
})

test.each([
  ['without repetition, of any size', svg('<path d="M0 0"/>'.repeat(400_000))],
  ['with many glyphs', svg(`<path id="a"/>${'<use xlink:href="#a"/>'.repeat(20_000)}`)],
  [
    'with a clip path for each part',
    svg(
      Array.from(
        { length: 2_000 },
        (_, at) => `<clipPath id="c${at}"><rect/></clipPath><g clip-path="url(#c${at})"><path/></g>`,
      ).join(''),
    ),
  ],
  [
    'with gradients by a style sheet',
    svg(
      `<style>path { font-family: 'Times'; fill: url(#g) }</style><linearGradient id="h"/><linearGradient id="g" xlink:href="#h"><stop/></linearGradient>${'<path/>'.repeat(5_000)}`,
    ),
  ],
  [
    'with classes that have clip paths',
    svg(
      `<style type="text/css">${Array.from({ length: 300 }, (_, at) => `.st${at}{clip-path:url(#c${at});font-family:'MyriadPro';}`).join('\n')}</style>${Array.from({ length: 300 }, (_, at) => `<clipPath id="c${at}"><path/></clipPath><g class="st${at}">${'<path/>'.repeat(30)}</g>`).join('')}`,
    ),
  ],
  [
    'with arrows',
    svg(`<marker id="m"><path/></marker>${`<path marker-end="url(#m)" d="M0 0${'L1 2'.repeat(100)}"/>`.repeat(500)}`),
  ],
  [
    'with the entities of a program',
    `<?xml version="1.0" encoding="iso-8859-1"?><!DOCTYPE svg PUBLIC "a" "b" [\n<!ENTITY ns_svg "http://www.w3.org/2000/svg">\n<!ENTITY ns_xlink 'http://www.w3.org/1999/xlink'>\n]><svg xmlns="&ns_svg;"><rect id="a"/><use href="#a"/></svg>`,
  ],
  ['with a loop', svg('<g id="a"><use href="#b"/></g><g id="b"><use href="#a"/></g>')],
  ['with a photo', svg('<image href="data:image/jpeg;base64,AAAA"/><image href="photo.jpg"/>')],
  ['with a drawing in it', svg(`<image href="${base64(svg('<rect/>'))}"/>`)],
])('a drawing %s is not', (_, text) => {
  expect(isCostlySvg(text)).toBe(false)
})
