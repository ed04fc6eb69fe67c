import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { GlobalFonts } from '@napi-rs/canvas'

/** A subset of a font, with its characters. */
interface FontPart {
  readonly family: string
  readonly file: string
  readonly ranges: readonly (readonly [number, number])[]
}

const PACKAGES = {
  serif: 'noto-serif',
  arabic: 'noto-sans-arabic',
  hebrew: 'noto-sans-hebrew',
  thai: 'noto-sans-thai',
  devanagari: 'noto-sans-devanagari',
  japanese: 'noto-sans-jp',
  chinese: 'noto-sans-sc',
  korean: 'noto-sans-kr',
} as const
type Font = keyof typeof PACKAGES

const OTHERS: readonly Font[] = ['serif', 'arabic', 'hebrew', 'thai', 'devanagari']
const known = new Map<Font, readonly FontPart[]>()
const loaded = new Set<string>()

/** Text with a font for every character, and the font families. */
export interface FontedText {
  readonly text: string
  readonly families: readonly string[]
}

/**
 * Loads the subsets of the bundled fonts that a text needs; system fonts are not used. Characters without a font
 * (pictograms, rare scripts) are left out.
 */
export function withFonts(text: string): FontedText {
  const families = new Set<string>(['serif-latin'])
  const parts = [...OTHERS, ...eastAsian(text)].flatMap(partsOf)
  load(parts.find(({ family }) => family === 'serif-latin'))
  let drawable = ''
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0
    const part = parts.find(({ ranges }) => ranges.some(([from, to]) => code >= from && code <= to))
    if (part === undefined) continue
    load(part)
    families.add(part.family)
    drawable += letter
  }
  return { text: drawable, families: [...families] }
}

/** The same characters are drawn differently: kana indicates Japanese, hangul Korean. */
function eastAsian(text: string): readonly Font[] {
  if (/\p{Script=Hangul}/u.test(text)) return ['korean', 'chinese', 'japanese']
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return ['japanese', 'chinese', 'korean']
  return /\p{Script=Han}/u.test(text) ? ['chinese', 'japanese', 'korean'] : []
}

function partsOf(font: Font): readonly FontPart[] {
  const before = known.get(font)
  if (before) return before
  const name = PACKAGES[font]
  const list = fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/unicode.json`))
  const subsets = Object.entries(JSON.parse(readFileSync(list, 'utf8')) as Record<string, string>).map(
    ([subset, ranges]): FontPart => {
      const part = subset.replace(/[[\]]/g, '')
      const file = join(dirname(list), 'files', `${name}-${part}-wght-normal.woff2`)
      return { family: `${font}-${part}`, file, ranges: ranges.split(',').map(rangeOf) }
    },
  )
  // Latin first: other subsets contain some of its characters too.
  const parts = subsets.toSorted((a, b) => Number(b.family.endsWith('-latin')) - Number(a.family.endsWith('-latin')))
  known.set(font, parts)
  return parts
}

/** `U+0400-045F`. */
function rangeOf(text: string): readonly [number, number] {
  const [from = '', to = from] = text.replace('U+', '').split('-')
  return [Number.parseInt(from, 16), Number.parseInt(to, 16)]
}

function load(part: FontPart | undefined): void {
  if (part === undefined || loaded.has(part.family)) return
  loaded.add(part.family)
  GlobalFonts.register(readFileSync(part.file), part.family)
}
