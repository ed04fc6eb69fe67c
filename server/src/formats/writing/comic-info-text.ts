import type { EmbeddedMetadata } from '../facts'
import { proseOf } from './prose'
import { wholeLinks } from './web-links'
import { addition, applyEdits, escapeXml, indentOf, localName, outlineOf, removal, type TextEdit } from './xml-edit'

type Field = keyof EmbeddedMetadata
type Values = EmbeddedMetadata

/** The label of the alternate title stored as `LocalizedSeries`. */
export const LOCALIZED = 'Localized'

/** The elements of ComicInfo 2.1 in schema order, with the value of those that we write. */
const ELEMENTS: readonly (readonly [name: string, fields: readonly Field[], text: (values: Values) => unknown])[] = [
  ['Title', ['title'], ({ title }) => title],
  ['Series', ['series'], ({ series }) => series],
  ['Number', ['number'], ({ number }) => number],
  ['Count', ['count'], ({ count }) => count],
  ['Volume', ['volume'], ({ volume }) => volume],
  ['AlternateSeries', ['alternateSeries'], ({ alternateSeries }) => alternateSeries],
  ['AlternateNumber', ['alternateNumber'], ({ alternateNumber }) => alternateNumber],
  ['AlternateCount', ['alternateCount'], ({ alternateCount }) => alternateCount],
  ['Summary', ['summary'], ({ summary }) => proseOf(summary)],
  ['Notes', ['notes'], ({ notes }) => proseOf(notes)],
  ['Year', ['year'], ({ year }) => year],
  ['Month', ['month'], ({ month }) => month],
  ['Day', ['day'], ({ day }) => day],
  ['Writer', ['authors'], people('writer')],
  ['Penciller', ['authors'], people('penciller')],
  ['Inker', ['authors'], people('inker')],
  ['Colorist', ['authors'], people('colorist')],
  ['Letterer', ['authors'], people('letterer')],
  ['CoverArtist', ['authors'], people('cover_artist')],
  ['Editor', ['authors'], people('editor')],
  ['Translator', ['authors'], people('translator')],
  ['Publisher', ['publisher'], ({ publisher }) => publisher],
  ['Imprint', ['imprint'], ({ imprint }) => imprint],
  ['Genre', ['genres'], ({ genres }) => genres.join(', ')],
  ['Tags', ['tags'], ({ tags }) => tags.join(', ')],
  ['Web', ['webLinks'], ({ webLinks }) => wholeLinks(webLinks).join(' ')],
  ['PageCount', [], () => null],
  ['LanguageISO', ['languageIso'], ({ languageIso }) => languageIso],
  ['Format', ['formatDetail'], ({ formatDetail }) => formatDetail],
  ['BlackAndWhite', ['blackAndWhite'], ({ blackAndWhite }) => yesNo(blackAndWhite)],
  ['Manga', ['manga', 'readingDirection'], mangaText],
  ['Characters', ['characters'], ({ characters }) => characters.join(', ')],
  ['Teams', ['teams'], ({ teams }) => teams.join(', ')],
  ['Locations', ['locations'], ({ locations }) => locations.join(', ')],
  ['ScanInformation', ['scanInformation'], ({ scanInformation }) => scanInformation],
  ['StoryArc', ['storyArcs'], ({ storyArcs }) => storyArcs.map(({ name }) => name).join(', ')],
  ['StoryArcNumber', ['storyArcs'], arcNumbers],
  ['SeriesGroup', ['seriesGroups'], ({ seriesGroups }) => seriesGroups.join(', ')],
  ['AgeRating', ['ageRating'], ({ ageRating }) => ageRating],
  ['Pages', [], () => null],
  ['CommunityRating', ['communityRating'], ({ communityRating }) => communityRating],
  ['MainCharacterOrTeam', ['mainCharacterOrTeam'], ({ mainCharacterOrTeam }) => mainCharacterOrTeam],
  ['Review', ['review'], ({ review }) => proseOf(review)],
  ['GTIN', ['isbns'], ({ isbns }) => isbns[0]],
  // Of other programs.
  ['TitleSort', ['titleSort'], ({ titleSort }) => titleSort],
  ['LocalizedSeries', ['otherTitles'], localizedSeries],
]
const NAMES = ELEMENTS.map(([name]) => name)

/** Fields that a ComicInfo.xml can contain. */
export const COMIC_INFO_FIELDS: readonly Field[] = [...new Set(ELEMENTS.flatMap(([, fields]) => fields))]

const EMPTY = `<?xml version="1.0" encoding="utf-8"?>
<ComicInfo xmlns:xsd="http://www.w3.org/2001/XMLSchema" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance">
</ComicInfo>
`

/**
 * A ComicInfo.xml with some fields changed; everything else is preserved. `text` is null for a new one. Null if it
 * cannot be edited.
 */
export function comicInfoText(text: string | null, values: Values, fields: readonly Field[]): string | null {
  const before = text ?? EMPTY
  const outline = outlineOf(before, ['comicinfo'])
  if (outline === null) return null
  const edits: TextEdit[] = []
  const added = new Map<number, string[]>()
  for (const [name, own, textOf] of ELEMENTS) {
    if (!own.some(field => fields.includes(field))) continue
    const [first, ...others] = outline.children.filter(child => localName(child.name) === name)
    for (const other of others) edits.push(removal(before, other))
    const value = String(textOf(values) ?? '')
    if (value === '') {
      if (first) edits.push(removal(before, first))
      continue
    }
    const element = `<${name}>${escapeXml(value)}</${name}>`
    if (first) edits.push({ start: first.start, end: first.end, text: element })
    else {
      // After the last element that precedes it in the schema; -1 for the beginning.
      const rank = NAMES.indexOf(name)
      const at = outline.children.findLastIndex(child => {
        const other = NAMES.indexOf(localName(child.name))
        return other >= 0 && other < rank
      })
      added.set(at, [...(added.get(at) ?? []), element])
    }
  }
  const indent = indentOf(before, outline.children)
  for (const [at, elements] of added) {
    if (outline.children.length === 0) edits.push(...addition(before, outline, elements))
    else {
      const place = outline.children[at]?.end ?? outline.element.innerStart
      edits.push({ start: place, end: place, text: elements.map(element => `${indent}${element}`).join('') })
    }
  }
  return applyEdits(before, edits)
}

function people(role: string) {
  return ({ authors }: Values) =>
    authors
      .filter(author => author.role === role)
      .map(({ name }) => name)
      .join(', ')
}

function localizedSeries({ otherTitles }: Values): string | null {
  return otherTitles.find(({ label }) => label === LOCALIZED)?.title ?? null
}

function yesNo(value: boolean | null): string | null {
  if (value === null) return null
  return value ? 'Yes' : 'No'
}

function mangaText({ manga, readingDirection }: Values): string | null {
  return manga !== false && readingDirection === 'rtl' ? 'YesAndRightToLeft' : yesNo(manga)
}

/** Nothing unless every arc has one: numbers are matched by position alone. */
function arcNumbers({ storyArcs }: Values): string {
  return storyArcs.every(({ number }) => number !== null) ? storyArcs.map(({ number }) => number).join(', ') : ''
}
