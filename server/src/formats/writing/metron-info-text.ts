import type { EmbeddedMetadata } from '../facts'
import { metronArc, metronId, metronOtherTitle, metronUniverse } from '../sidecar/metron-info'
import { childNamed, textOf, type XmlElement } from '../xml/xml-document'
import { idChanges, metronIds } from './identifiers'
import { creditLines } from './metron-credits'
import { proseOf } from './prose'
import { wholeLinks } from './web-links'
import { escapeXml, outlineOf } from './xml-edit'
import { elementIn, type ListItem, textOfSpan, withAttribute, withContent, withItems, withLines } from './xml-paths'

type Field = keyof EmbeddedMetadata
type Values = EmbeddedMetadata

const ROOT = 'MetronInfo'
const EMPTY = `<?xml version="1.0" encoding="utf-8"?>
<MetronInfo xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
</MetronInfo>
`

/** Allowed values of the schema (1.0, with the ratings of 1.1); others cannot be written. */
const FORMATS: ReadonlySet<string> = new Set([
  ...['Annual', 'Digital Chapter', 'Graphic Novel', 'Hardcover', 'Limited Series', 'Omnibus', 'One-Shot'],
  ...['Single Issue', 'Trade Paperback'],
])
const COLLECTIONS: ReadonlySet<string> = new Set(['Graphic Novel', 'Hardcover', 'Omnibus', 'Trade Paperback'])
const RATINGS: ReadonlySet<string> = new Set(['Everyone', 'Teen', 'Teen Plus', 'Mature', 'Explicit', 'Adult'])

/** Writers of some fields. A value that the schema does not allow leaves the document unchanged. */
const RULES: readonly (readonly [fields: readonly Field[], write: (document: string, values: Values) => string])[] = [
  [['publisher'], (document, { publisher, imprint }) => withPublisher(document, publisher, imprint)],
  [['imprint'], (document, { publisher, imprint }) => withImprint(document, publisher, imprint)],
  [['series'], (document, { series }) => (series === null ? document : text(document, ['Series', 'Name'], series))],
  [['languageIso'], (document, { languageIso }) => withLanguage(document, languageIso)],
  [
    ['volume'],
    (document, { volume }) => text(document, isManga(document) ? ['MangaVolume'] : ['Series', 'Volume'], volume),
  ],
  [
    ['formatDetail'],
    (document, { formatDetail }) =>
      formatDetail === null || FORMATS.has(formatDetail)
        ? text(document, ['Series', 'Format'], formatDetail)
        : document,
  ],
  [
    ['count'],
    (document, { count }) => text(document, ['Series', isManga(document) ? 'VolumeCount' : 'IssueCount'], count),
  ],
  [
    ['otherTitles'],
    (document, { otherTitles }) => {
      const own = otherTitles.filter(({ label }) => LANGUAGE.test(label))
      const items = own.map(({ label, title }) => ({
        key: `${label} ${title}`,
        xml: `<AlternativeName lang="${label}">${escapeXml(title)}</AlternativeName>`,
      }))
      const keyOf = (element: XmlElement) =>
        metronOtherTitle(element)
          .map(({ label, title }) => `${label} ${title}`)
          .join()
      return withItems(document, [ROOT, 'Series', 'AlternativeNames'], { item: 'AlternativeName', keyOf }, items)
    },
  ],
  [['number'], (document, { number }) => text(document, ['Number'], number)],
  [['title'], withTitle],
  [['summary'], (document, { summary }) => text(document, ['Summary'], proseOf(summary))],
  [['year', 'month', 'day'], withDate],
  [['notes'], (document, { notes }) => text(document, ['Notes'], proseOf(notes))],
  [['genres'], (document, { genres }) => names(document, 'Genres', 'Genre', genres)],
  [['tags'], (document, { tags }) => names(document, 'Tags', 'Tag', tags)],
  [
    ['storyArcs'],
    (document, { storyArcs }) => {
      const items = storyArcs.map(({ name, number }) => {
        const place = number === null || !/^[1-9]\d*$/.test(number) ? '' : `<Number>${number}</Number>`
        return { key: JSON.stringify([name, number]), xml: `<Arc><Name>${escapeXml(name)}</Name>${place}</Arc>` }
      })
      const keyOf = (element: XmlElement) =>
        metronArc(element)
          .map(({ name, number }) => JSON.stringify([name, number]))
          .join()
      return withItems(document, [ROOT, 'Arcs'], { item: 'Arc', keyOf }, items)
    },
  ],
  [['characters'], (document, { characters }) => names(document, 'Characters', 'Character', characters)],
  [['teams'], (document, { teams }) => names(document, 'Teams', 'Team', teams)],
  [
    ['universes'],
    (document, { universes }) => {
      const keyOf = (element: XmlElement) => metronUniverse(element).join()
      return withItems(document, [ROOT, 'Universes'], { item: 'Universe', keyOf }, universes.map(universeItem))
    },
  ],
  [['locations'], (document, { locations }) => names(document, 'Locations', 'Location', locations)],
  [['reprints'], (document, { reprints }) => names(document, 'Reprints', 'Reprint', reprints)],
  [['isbns'], (document, { isbns }) => text(document, ['GTIN', 'ISBN'], isbns[0] ?? null)],
  [
    ['ageRating'],
    (document, { ageRating }) =>
      ageRating === null || RATINGS.has(ageRating) ? text(document, ['AgeRating'], ageRating) : document,
  ],
  [['webLinks'], withLinks],
  [['identifiers'], withIds],
  [['authors'], (document, { authors }) => withLines(document, [ROOT, 'Credits'], creditLines(document, authors))],
]

/** Fields that a MetronInfo.xml can contain. */
export const METRON_INFO_FIELDS: readonly Field[] = RULES.flatMap(([fields]) => fields)

/** The language of a series, as two letters. */
export const LANGUAGE = /^[a-z]{2}$/

/**
 * A MetronInfo.xml with some fields changed; everything else is preserved, including ids of resources. `text` is null
 * for a new one. Null if it cannot be edited.
 */
export function metronInfoText(before: string | null, values: Values, fields: readonly Field[]): string | null {
  if (outlineOf(before ?? EMPTY, [ROOT.toLowerCase()]) === null) return null
  const own = RULES.filter(([names]) => names.some(name => fields.includes(name)))
  const after = own.reduce((document, [, write]) => write(document, values), before ?? EMPTY)
  const isDated = before === null || outlineOf(before, [ROOT.toLowerCase(), 'lastmodified']) !== null
  return isDated ? text(after, ['LastModified'], new Date().toISOString()) : after
}

function text(document: string, path: readonly string[], value: string | number | null): string {
  return withContent(document, [ROOT, ...path], value === null ? null : escapeXml(String(value)))
}

function names(document: string, list: string, item: string, values: readonly string[]): string {
  const items = values.map(value => ({ key: value, xml: `<${item}>${escapeXml(value)}</${item}>` }))
  const keyOf = (element: XmlElement) => textOf(childNamed(element, 'Name')) || textOf(element)
  return withItems(document, [ROOT, list], { item, keyOf }, items)
}

function has(document: string, ...path: readonly string[]): boolean {
  const element = outlineOf(document, [ROOT.toLowerCase(), ...path])?.element
  return element !== undefined && element.innerEnd > element.innerStart
}

/** A manga document counts volumes. */
function isManga(document: string): boolean {
  return has(document, 'mangavolume')
}

/** Its id belongs to the former publisher. */
function withPublisher(document: string, publisher: string | null, imprint: string | null): string {
  const path = [ROOT, 'Publisher']
  if (publisher === null) return withContent(document, imprint === null ? path : [...path, 'Name'], null)
  // Some programs write the name as text where the schema has an element.
  const outline = outlineOf(document, ['metroninfo', 'publisher'])
  const isPlain = outline !== null && outline.children.length === 0
  const named = text(isPlain ? withContent(document, path, '') : document, ['Publisher', 'Name'], publisher)
  return withAttribute(named, path, 'id', null)
}

function withImprint(document: string, publisher: string | null, imprint: string | null): string {
  if (publisher === null && imprint !== null) return document
  const path = ['Publisher', 'Imprint']
  if (imprint !== null && !has(document, 'publisher', 'name'))
    document = text(document, ['Publisher', 'Name'], publisher)
  return withAttribute(text(document, path, imprint), [ROOT, ...path], 'id', null)
}

function withLanguage(document: string, language: string | null): string {
  if (language !== null && !LANGUAGE.test(language)) return document
  return withAttribute(document, [ROOT, 'Series'], 'lang', language)
}

/** The title of a collection, or the stories of an issue, which are read joined by `; `. */
function withTitle(document: string, { title, formatDetail }: Values): string {
  if (title === null)
    return withContent(withContent(document, [ROOT, 'CollectionTitle'], null), [ROOT, 'Stories'], null)
  const isCollection =
    has(document, 'collectiontitle') || (!has(document, 'stories') && COLLECTIONS.has(formatDetail ?? ''))
  return isCollection
    ? text(document, ['CollectionTitle'], title)
    : names(document, 'Stories', 'Story', title.split('; '))
}

/** The schema allows complete dates only. */
function withDate(document: string, { year, month, day }: Values): string {
  if (year === null) return text(document, ['CoverDate'], null)
  if (month === null || day === null) return document
  const two = (part: number) => String(part).padStart(2, '0')
  return text(document, ['CoverDate'], `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`)
}

/** The first address is the primary one. */
function withLinks(document: string, { webLinks }: Values): string {
  const lines = wholeLinks(webLinks).map(
    (link, at) => `<URL${at === 0 ? ' primary="true"' : ''}>${escapeXml(link)}</URL>`,
  )
  return withLines(withContent(document, [ROOT, 'URL'], null), [ROOT, 'URLs'], lines)
}

/** The series' id belongs to the primary source: without that source it would be read as another one's. */
function withIds(document: string, { identifiers }: Values): string {
  const there = (outlineOf(document, [ROOT.toLowerCase(), 'ids'])?.children ?? []).map(span => {
    const xml = textOfSpan(document, span)
    const element = elementIn(xml)
    const said = element && metronId(element)
    const [known] = metronIds(said ? [{ ...said, of: 'book' }] : [])
    return { xml, isPrimary: said?.isPrimary ?? false, source: known?.source ?? null, id: known?.id ?? '' }
  })
  const known = there.flatMap(({ source, id }) => (source === null ? [] : [{ source, id }]))
  const { replaced, added } = idChanges(known, metronIds(identifiers))
  const remaining = there.filter(({ source }) => source === null || !replaced.has(source))
  const before = there.find(({ isPrimary }) => isPrimary) ?? there[0]
  const primary = before === undefined ? added[0]?.source : before.source
  const lines = added.map(({ source, name, id }) => {
    const attributes = `source="${name}"${source === primary ? ' primary="true"' : ''}`
    return `<ID ${attributes}>${escapeXml(id)}</ID>`
  })
  const after = withLines(document, [ROOT, 'IDS'], [...remaining.map(({ xml }) => xml), ...lines])
  const isSame = before !== undefined && [...remaining, ...added].some(({ source }) => source === before.source)
  return isSame ? after : withAttribute(after, [ROOT, 'Series'], 'id', null)
}

/** A designation is read in brackets after the name. */
function universeItem(universe: string): ListItem {
  const [, name = universe, designation] = /^(.+) \(([^()]+)\)$/.exec(universe) ?? []
  const more = designation === undefined ? '' : `<Designation>${escapeXml(designation)}</Designation>`
  return { key: universe, xml: `<Universe><Name>${escapeXml(name)}</Name>${more}</Universe>` }
}
