import atkinsonRanges from '@fontsource-variable/atkinson-hyperlegible-next/unicode.json'
import bitterRanges from '@fontsource-variable/bitter/unicode.json'
import garamondRanges from '@fontsource-variable/eb-garamond/unicode.json'
import literataRanges from '@fontsource-variable/literata/unicode.json'
import merriweatherRanges from '@fontsource-variable/merriweather/unicode.json'
import openSansRanges from '@fontsource-variable/open-sans/unicode.json'
import sourceSerifRanges from '@fontsource-variable/source-serif-4/unicode.json'
import type { FontFile } from '../bridge/protocol'
import { type FONTS, subsetsOf } from './fonts.rules'

const variable = import.meta.glob<string>(
  '../../../../../node_modules/@fontsource-variable/{literata,source-serif-4,eb-garamond,merriweather,bitter,open-sans,atkinson-hyperlegible-next}/files/*-{latin,latin-ext,cyrillic,cyrillic-ext,greek,greek-ext,vietnamese}-wght-{normal,italic}.woff2',
  { query: '?url', import: 'default', eager: true },
)
const fixed = import.meta.glob<string>(
  '../../../../../node_modules/@fontsource/opendyslexic/files/opendyslexic-latin-{400,700}-{normal,italic}.woff2',
  { query: '?url', import: 'default', eager: true },
)

const addresses = new Map(
  Object.entries({ ...variable, ...fixed }).map(([path, url]) => [path.slice(path.lastIndexOf('/') + 1), url]),
)

export type ShippedFont = Exclude<(typeof FONTS)[number], 'publisher' | 'serif' | 'sans'>

/** The name of its files, and the characters of each subset. */
const VARIABLE: Readonly<
  Record<Exclude<ShippedFont, 'openDyslexic'>, readonly [string, Readonly<Record<string, string>>]>
> = {
  literata: ['literata', literataRanges],
  sourceSerif: ['source-serif-4', sourceSerifRanges],
  garamond: ['eb-garamond', garamondRanges],
  merriweather: ['merriweather', merriweatherRanges],
  bitter: ['bitter', bitterRanges],
  openSans: ['open-sans', openSansRanges],
  atkinson: ['atkinson-hyperlegible-next', atkinsonRanges],
}

const STYLES = ['normal', 'italic'] as const

/** The files of a font for a book's language, loaded on demand. */
export async function shippedFiles(font: ShippedFont, language: string | null): Promise<FontFile[]> {
  const files = font === 'openDyslexic' ? dyslexicFiles() : variableFiles(font, language)
  return Promise.all(files.map(async ({ name, ...file }) => ({ ...file, data: await bytesOf(name) })))
}

type Named = Omit<FontFile, 'data'> & { readonly name: string }

function variableFiles(font: keyof typeof VARIABLE, language: string | null): Named[] {
  const [name, ranges] = VARIABLE[font]
  return subsetsOf(language).flatMap(subset =>
    STYLES.map(style => ({
      name: `${name}-${subset}-wght-${style}.woff2`,
      weight: '200 900',
      style,
      ...(ranges[subset] && { unicodeRange: ranges[subset] }),
    })).filter(file => addresses.has(file.name)),
  )
}

function dyslexicFiles(): Named[] {
  return ['400', '700'].flatMap(weight =>
    STYLES.map(style => ({ name: `opendyslexic-latin-${weight}-${style}.woff2`, weight, style })),
  )
}

async function bytesOf(name: string): Promise<ArrayBuffer> {
  const answer = await fetch(addresses.get(name) ?? '')
  if (!answer.ok) throw new Error(`${name}: ${answer.status}`)
  return answer.arrayBuffer()
}
