import { LIST_MEMBERS } from '@octavo/contract/curated-list'
import { decodeXml } from '../../../formats/xml/xml-text'
import { type AppError, refused } from '../../../kernel/app-error'
import { LIMITS } from '../../../kernel/limits'
import { cleanLine } from '../../../kernel/text'
import type { Named, NamedList } from './wanted.types'

/** Attributes with single- or double-quoted values. */
const ATTRIBUTES = String.raw`((?:\s+[\w:.-]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*/?>`
const BOOK = new RegExp(String.raw`<Book\b${ATTRIBUTES}`, 'g')
const ANY_BOOK = /<Book[\s/>]/g
const ATTRIBUTE = /([\w:.-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }

/**
 * Parses a read list: CBL, the XML that comic programs exchange, or our own JSON.
 * @throws BadRequest for anything else
 */
export function readListFile(bytes: Buffer): NamedList {
  const text = decodeXml(bytes).replace(/^\ufeff/, '')
  return /^\s*\{/.test(text) ? readJson(text) : readCbl(text)
}

function readCbl(text: string): NamedList {
  if (/<!DOCTYPE|<!ENTITY/i.test(text)) throw unreadable('it declares a document type')
  const withoutComments = uncommented(text)
  if (!/<ReadingList[\s>]/.test(withoutComments) || !/<\/ReadingList\s*>\s*$/.test(withoutComments)) {
    throw unreadable('it is not a complete reading list')
  }
  const entries: Named[] = []
  for (const [, attributes = ''] of withoutComments.matchAll(BOOK)) {
    if (entries.length === LIST_MEMBERS) throw tooLong()
    const of = new Map(
      [...attributes.matchAll(ATTRIBUTE)].map(([, name = '', double, single]) => [name, plain(double ?? single ?? '')]),
    )
    entries.push(entry(of.get('Series'), of.get('Number'), of.get('Volume'), of.get('Year'), null, entries.length))
  }
  const books = withoutComments.match(ANY_BOOK)?.length ?? 0
  if (books !== entries.length) throw unreadable('the attributes of a book cannot be read')
  const [, name = ''] = /<Name\s*>([^<]*)<\/Name\s*>/.exec(withoutComments) ?? []
  const [, summary = ''] = /<Summary\s*>([^<]*)<\/Summary\s*>/.exec(withoutComments) ?? []
  return { name: cut(plain(name), LIMITS.curatedLists.name), summary: plain(summary) || null, entries }
}

/** By search: a regular expression would be quadratic for many unterminated comments. */
function uncommented(text: string): string {
  const parts: string[] = []
  for (let at = 0; ; ) {
    const start = text.indexOf('<!--', at)
    parts.push(text.slice(at, start < 0 ? undefined : start))
    if (start < 0) return parts.join('')
    const end = text.indexOf('-->', start + 4)
    if (end < 0) throw unreadable('a comment has no end')
    at = end + 3
  }
}

function readJson(text: string): NamedList {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw unreadable('it is no JSON')
  }
  const { name, summary, entries } = value as Readonly<Record<string, unknown>>
  if (!Array.isArray(entries)) throw unreadable('entries is not a list')
  if (entries.length > LIST_MEMBERS) throw tooLong()
  return {
    name: cut(plain(textOf(name) ?? ''), LIMITS.curatedLists.name),
    summary: textOf(summary) ?? null,
    entries: entries.map((each: unknown, at) => {
      const { series, number, volume, year, section } = (each ?? {}) as Readonly<Record<string, unknown>>
      return entry(textOf(series), textOf(number), textOf(volume), textOf(year), textOf(section) ?? null, at)
    }),
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : undefined

function entry(
  series: string | undefined,
  number: string | undefined,
  volume: string | undefined,
  year: string | undefined,
  section: string | null,
  at: number,
): Named {
  const name = plain(series ?? '')
  if (name === '') throw unreadable(`book ${at + 1} names no series`, `entries.${at}.series`)
  return {
    series: cut(name, LIMITS.curatedLists.series),
    number: cut(plain(number ?? ''), LIMITS.curatedLists.number) || null,
    volume: whole(volume),
    year: whole(year),
    section: cut(plain(section ?? ''), LIMITS.curatedLists.section) || null,
  }
}

/** A volume or year; null for anything else. */
function whole(text: string | undefined): number | null {
  const number = /^\s*\d{1,4}\s*$/.test(text ?? '') ? Number(text) : 0
  return number > 0 ? number : null
}

const cut = (text: string, max: number) => (text.length > max ? text.slice(0, max).toWellFormed() : text)

/** Without entities, control characters, direction marks, and surrounding spaces. */
function plain(text: string): string {
  const decoded = text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, decimal, hex, name) => {
    if (name) return ENTITIES[name] ?? all
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ''
  })
  return cleanLine(decoded.replace(/\p{Cs}/gu, ' ')).normalize('NFC')
}

function unreadable(why: string, path = 'file'): AppError {
  return refused('BadRequest', 'list_unreadable', `The list cannot be read: ${why}`, path)
}

function tooLong(): AppError {
  return refused('BadRequest', 'list_long', `A list has at most ${LIST_MEMBERS} books`, {
    path: 'file',
    max: LIST_MEMBERS,
  })
}
