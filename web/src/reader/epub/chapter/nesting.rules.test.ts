import { describe, expect, test } from 'bun:test'
import { shallowHtml, shallowXml } from './nesting.rules'

const nested = (levels: number, name = 'div') =>
  `${Array.from({ length: levels }, (_, at) => `<${name}>${at} `).join('')}<img src="x"/>deep${`</${name}>`.repeat(levels)} after`

/** The most elements that are open at once. */
function depthOf(markup: string): number {
  let depth = 0
  let most = 0
  for (const [tag] of markup.matchAll(/<[^>]*>/g)) {
    if (/\/>$|^<(?:img|br)\b/.test(tag)) continue
    depth += tag.startsWith('</') ? -1 : 1
    most = Math.max(most, depth)
  }
  return most
}

const textOf = (markup: string) => markup.replace(/<[^>]*>/g, '')

describe.each([
  ['XML', shallowXml],
  ['HTML', shallowHtml],
])('%s', (_, shallow) => {
  test('of thousands of levels a hundred stay, with all texts and pictures in their order', () => {
    const shown = shallow(`<html><body>${nested(40_000)}<p>end</p></body></html>`)
    expect(depthOf(shown)).toBe(100)
    expect(textOf(shown)).toBe(textOf(`${nested(40_000)}end`))
    expect(shown).toMatch(/<img src="x"(?:\/>|>)deep/)
    expect(shown).toEndWith(' after<p>end</p></body></html>')
  })

  test('what is next to it has its elements', () => {
    expect(shallow(`<a>${nested(500)}</a>`)).toEndWith(' after</a>')
    expect(shallow(`<a>${nested(500)}<b>x</b></a>`)).toEndWith(' after<b>x</b></a>')
  })

  /** Four megabytes of what begins and never ends. */
  test.each([
    '<div>',
    '<!--',
    '<!-->',
    '<!',
    '<?',
    '<![CDATA[',
    '<a "',
    "<a '",
    '<a b="',
    '<style>',
    '<b></i>',
    '</b>',
    '<a b=" c=\'',
  ])('a hostile %s ends', part => {
    expect(shallow(part.repeat(Math.ceil((4 * 1024 * 1024) / part.length))).length).toBeLessThan(32 * 1024 * 1024)
  })
})

test('XML that is not nested too deeply is unchanged', () => {
  const text = `<?xml version="1.0"?><html><!-- <p> --><p title="a>b">1 <br/> 2<![CDATA[ <i> ]]></p>${nested(90)}</html>`
  expect(shallowXml(text)).toBe(text)
})

test('tags in comments and character data are no levels', () => {
  const text = `<a>${'<!-- <p> --><![CDATA[ <i> ]]><?x <b> ?>'.repeat(200)}<b>x</b></a>`
  expect(shallowXml(text)).toBe(text)
})

test.each([
  ['an end for each element', '<DIV><p>one<p>two<br><b>x', '<div><p>one</p><p>two<br><b>x</b></p></div>'],
  [
    'lists and tables',
    '<ul><li>a<li>b</ul><table><tr><td>c<td>d<tr>',
    '<ul><li>a</li><li>b</li></ul><table><tr><td>c</td><td>d</td></tr><tr></tr></table>',
  ],
  ['short elements', '<title/><a id="x"/>text', '<title></title><a id="x"></a>text'],
  ['ends without a beginning', 'a</p></div>b', 'ab'],
  ['attributes in every way', `<a b='c"' d=e f "x>" g>t</a>`, `<a b='c"' d="e" f x g>t</a>`],
  ['no tags in texts', '1 < 2 <3 <p>a</p>', '1 &lt; 2 &lt;3 <p>a</p>'],
  ['neither scripts nor comments', '<script><!--<script></script>a<!-- <b> -->b', 'ab'],
  ['styles', '<style>a > b { content: "<b>" }</style>', '<style>a > b { content: "\\3c b>" }</style>'],
])('HTML has %s', (_, text, shown) => {
  expect(shallowHtml(text)).toBe(shown)
})

test('an end that a parser would not see keeps no element open', () => {
  const hidden = ['<span><div></span>', `<i><i x' y='></i></i>'>`, '<svg><style><div></style></svg>', '<b><p></b>']
  for (const part of hidden) expect(depthOf(shallowHtml(part.repeat(1_000)))).toBeLessThanOrEqual(100)
})
