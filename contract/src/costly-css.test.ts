import { expect, test } from 'bun:test'
import { isCostlyCss } from './costly-css'

const list = (length: number, line: (at: number) => string) => Array.from({ length }, (_, at) => line(at)).join('')

const named = (css: string) => [css.slice(0, 60), css] as const

test.each(
  [
    'div { grid-template: repeat(100000, 1px) / 1fr }',
    'div { GRID-TEMPLATE-COLUMNS: REP\\45 AT(/**/100000, 1px) }',
    'div { grid-template-columns: repeat(calc(100 * 1000), 1px) }',
    'div { grid-template-columns: repeat(150, 1px 1px 1px 1px 1px 1px 1px 1px) repeat(150, 1px 1px 1px 1px 1px 1px 1px 1px) }',
    'div { --tracks: repeat(100000, 1px); grid-template-columns: var(--tracks) }',
    'div { --lines: 100000; grid-row: 1 / var(--lines) }',
    'p { grid-row: 1 / 100000 }',
    'p { grid-area: span 1e5 }',
    'grid-column: calc(100 * 1000)',
    'div { column-count: 100000 }',
    'p { height: 33000000px }',
    'p { padding-top: 3000000em }',
    'p { height: calc(100000px * 1000) }',
    `p { box-shadow: ${list(300, at => `${at}px 0 red,`)} 0 0 red }`,
    `p { filter: ${'blur(9px) '.repeat(100)} }`,
    `p::before { content: ${'counters(a, ".")'.repeat(100)} }`,
    `p::before { content: "${'a'.repeat(20_000)}" }`,
    list(100, at => `body:has(.c${at}) p { color: red }`),
    list(600, at => `.c${at} ~ p { color: red }`),
    list(600, at => `:nth-last-child(${at}n) { color: red }`),
    `${'& & p {'.repeat(30)} color: red ${'}'.repeat(30)}`,
    // What looks like a comment or the end of a string is none.
    'a { content: "/*" } div { grid-row: 1 / 100000 } a { content: "*/" }',
    'a { b: "\\"; } div { grid-row: 1 / 100000 }"; grid-row: 1 / 100000 }',
    'a { background: url(a/*b) } div { grid-row: 1 / 100000 } /**/',
  ].map(named),
)('%s is costly', (_, css) => {
  expect(isCostlyCss(css)).toBe(true)
})

test.each(
  [
    'div { display: grid; grid-template-columns: repeat(12, minmax(0, 1fr)); gap: 1em }',
    'div { grid-template-columns: repeat(auto-fill, minmax(120px, 1fr)); grid-template-areas: "a b" "c d" }',
    '.index { column-count: 2; columns: 2 12em; column-gap: 2em }',
    'p { text-indent: -99999px; margin: -9999px; border-radius: 99999px; z-index: 100000; font-weight: 900 }',
    'p { width: calc(100% - 2 * 20px); height: 100vh; padding: 0 5%; line-height: 1.2; background-size: 9999px }',
    '@font-face { font-family: a; src: url(a.otf); unicode-range: U+0-FF, U+131, U+152-153, U+20000-2a6df }',
    'li::before { content: counters(item, ".") " "; counter-increment: item }',
    'p + p { text-indent: 1em } h1 ~ p:first-of-type { color: red } tr:nth-child(2n+1) { background: #eee }',
    'p { box-shadow: 0 0 1px #000, 0 0 2px #000; filter: blur(2px) } section:has(> h1) { break-before: page }',
    'a{background:url("data:image/png;base64,AAAA100000")} /* grid-row: 1 / 100000 */',
    list(5_000, at => `.calibre${at} { display: block; margin: ${at % 9}px }`),
  ].map(named),
)('%s is not', (_, css) => {
  expect(isCostlyCss(css)).toBe(false)
})
