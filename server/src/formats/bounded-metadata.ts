import { LIMITS } from '../kernel/limits'
import { boundedName, boundedNames, boundedNumber, boundedText, storable } from './bounded-text'
import { boundedWideFacts } from './bounded-wide-facts'
import type { Cuts } from './cuts'
import type { Contributor, EmbeddedMetadata } from './facts'

/** Metadata with every field within the limits of its column and index. */
export function boundedMetadata(metadata: EmbeddedMetadata, cuts: Cuts): EmbeddedMetadata {
  const { summaryBytes, addressBytes, codeBytes, genres, tags, isbns } = LIMITS.facts
  const noted = (field: string, before: string, after: string) => {
    if (after.length < storable(before).length) cuts.set(field, { given: before.length })
    return after === '' ? null : after
  }
  const name = (field: string, text: string | null) => text && noted(field, text, boundedName(text))
  const code = (field: string, text: string | null) => text && noted(field, text, boundedText(text, codeBytes))
  return {
    ...metadata,
    title: name('title', metadata.title),
    series: name('series', metadata.series),
    number: code('number', metadata.number),
    volume: boundedNumber(metadata.volume),
    count: boundedNumber(metadata.count),
    summary: metadata.summary && noted('summary', metadata.summary, boundedText(metadata.summary, summaryBytes)),
    publisher: name('publisher', metadata.publisher),
    imprint: name('imprint', metadata.imprint),
    languageIso: code('language', metadata.languageIso),
    formatDetail: code('format', metadata.formatDetail),
    ageRating: code('age rating', metadata.ageRating),
    isbns: boundedNames('ISBNs', metadata.isbns, isbns, cuts),
    genres: boundedNames('genres', metadata.genres, genres, cuts),
    tags: boundedNames('tags', metadata.tags, tags, cuts),
    authors: boundedPeople(metadata.authors, cuts),
    // A truncated address is useless.
    web: metadata.web && Buffer.byteLength(metadata.web) > addressBytes ? noted('web', metadata.web, '') : metadata.web,
    subtitle: name('subtitle', metadata.subtitle),
    edition: name('edition', metadata.edition),
    originalTitle: name('original title', metadata.originalTitle),
    bookType: code('type', metadata.bookType),
    ...boundedWideFacts(metadata, cuts),
  }
}

function boundedPeople(people: readonly Contributor[], cuts: Cuts): readonly Contributor[] {
  const { authors: most, codeBytes } = LIMITS.facts
  const first = people.slice(0, most)
  const bounded = first.map(({ name, role, sortName }) => {
    return { name: boundedName(name), role: boundedText(role, codeBytes), sortName: sortName && boundedName(sortName) }
  })
  const isShorter = bounded.some(({ name, sortName }, at) => {
    const before = first[at]
    const wasLonger = (now: string | null, then = '') => (now?.length ?? 0) < then.trim().length
    return wasLonger(name, before?.name) || wasLonger(sortName, before?.sortName ?? '')
  })
  if (isShorter || people.length > most) cuts.set('people', { given: people.length, stored: first.length })
  return bounded.filter(({ name }) => name !== '')
}
