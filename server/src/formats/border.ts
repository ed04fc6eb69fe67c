import { LIMITS } from '../kernel/limits'
import { boundedMetadata } from './bounded-metadata'
import { problemOfSpine, withBoundedType } from './bounded-publication'
import { boundedName, boundedText } from './bounded-text'
import { type Cuts, cutWarning } from './cuts'
import type { BookFacts, EpubFacts, FileProblem, PageEntry, SeriesFile } from './facts'
import { bytesPerLabel, pageLabel } from './page-label'
import { printable } from './problem'
import { storableStamp } from './stamp'

/**
 * Facts as returned by a parser process: text without characters that a database rejects, and bounded names, lists and
 * numbers. A warning of the book names the fields that were cut.
 */
export function boundedFacts(facts: BookFacts): BookFacts {
  const cuts: Cuts = new Map()
  const tooLong = facts.epub && problemOfSpine(facts.epub.spine)
  if (tooLong) {
    const nothing = { pages: [], pageCount: 0, metadata: null, cover: null, epub: null }
    return boundedFacts({ ...facts, ...nothing, errors: [tooLong] })
  }
  const read = {
    ...facts,
    stamp: storableStamp(facts.stamp),
    pages: boundedPages(facts.pages, cuts),
    metadata: facts.metadata && boundedMetadata(facts.metadata, cuts),
    epub: facts.epub && boundedEpub(facts.epub),
    ...(facts.said && { said: facts.said.map(each => boundedMetadata(each, new Map())) }),
    ...(facts.seriesFile && { seriesFile: boundedSeriesFile(facts.seriesFile) }),
  }
  const warning = cutWarning(cuts)
  const isKnown = warning === null || facts.errors.some(({ errorType }) => errorType === warning.errorType)
  return { ...read, errors: (isKnown ? facts.errors : [...facts.errors, warning]).map(boundedProblem) }
}

/** A problem whose text can be stored and shown. */
export function boundedProblem(found: FileProblem): FileProblem {
  const { sentence, detail } = LIMITS.facts
  const message = printable(found.message.slice(0, sentence))
  if (found.details === undefined) return { ...found, message }
  const details = Object.entries(found.details).map(([name, value]) => {
    if (typeof value === 'string') return [name, printable(value.slice(0, detail))]
    return [name, typeof value === 'number' && !Number.isFinite(value) ? 0 : value]
  })
  return { ...found, message, details: Object.fromEntries(details) }
}

/** Pages are found by their file names in the folder, and no file system has names longer than this. */
function boundedPages(pages: readonly PageEntry[], cuts: Cuts): readonly PageEntry[] {
  const most = bytesPerLabel(pages.length)
  let cut = 0
  const bounded = pages.map(page => {
    if (page.storage === 'file') return page
    const name = pageLabel(page.name, most)
    if (name === page.name) return page
    if (name.length < page.name.length) cut++
    return { ...page, name }
  })
  if (cut > 0) cuts.set('page names', { given: cut })
  return cut > 0 ? bounded : pages
}

function boundedEpub(epub: EpubFacts): EpubFacts {
  return { ...epub, version: boundedText(epub.version, LIMITS.facts.codeBytes), spine: epub.spine.map(withBoundedType) }
}

function boundedSeriesFile(file: SeriesFile): SeriesFile {
  const { summaryBytes, codeBytes, addressBytes, mentions } = LIMITS.facts
  const text = (value: string | null, bytes: number) => (value && boundedText(value, bytes)) || null
  const name = (value: string | null) => (value && boundedName(value)) || null
  return {
    ...file,
    name: name(file.name),
    publisher: name(file.publisher),
    imprint: name(file.imprint),
    summary: text(file.summary, summaryBytes),
    ageRating: text(file.ageRating, codeBytes),
    format: text(file.format, codeBytes),
    publicationRun: text(file.publicationRun, codeBytes),
    collects: file.collects.slice(0, mentions).map(boundedName),
    webLinks: file.webLinks.filter(link => Buffer.byteLength(link) <= addressBytes).slice(0, mentions),
  }
}
