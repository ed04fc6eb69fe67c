import type { DescribedBook, Description } from '../features/ingest/scan'
import type { BookFacts } from '../formats/facts'

/** Describes what is at a path, as lines for a person. */
export function describe(description: Description): string[] {
  const lines = description.kind === 'file' ? rows(fileRows(description.facts)) : folderLines(description)
  // Names and titles are untrusted: they must not contain terminal control sequences.
  return [description.path, ...lines].map(line => line.replace(/\p{Cc}/gu, '\ufffd'))
}

type Row = readonly [label: string, value: string | number | null | undefined]

function fileRows({ format, stamp, pageCount, pages, metadata, fileHash, readerSyncHash, errors }: BookFacts): Row[] {
  const [first] = pages
  const size =
    format !== 'epub' && first?.width && first.height ? `, the first ${first.width} × ${first.height} pixels` : ''
  return [
    ['Format', format ?? 'not a book Octavo can read'],
    ['Bytes', stamp.size],
    ['Pages', format === null ? null : `${pageCount}${size}`],
    ...(metadata ? metadataRows(metadata) : []),
    ['Hash', fileHash],
    ['KOReader', readerSyncHash],
    ...errors.map(({ errorType, reason, message }): Row => ['Problem', `${message} (${errorType}, ${reason})`]),
  ]
}

function metadataRows(metadata: NonNullable<BookFacts['metadata']>): Row[] {
  return [
    ['Title', metadata.title],
    ['Series', metadata.series],
    ['Number', metadata.number],
    ['Volume', metadata.volume],
    ['Authors', [...new Set(metadata.authors.map(({ name }) => name))].join(', ')],
    ['Publisher', metadata.publisher],
    ['Language', metadata.languageIso],
  ]
}

function folderLines({ series }: Extract<Description, { kind: 'folder' }>): string[] {
  const books = series.reduce((sum, each) => sum + each.books.length, 0)
  if (books === 0) return ['  It contains no books.']
  return [
    `  ${counted(series.length, 'series', 'series')}, ${counted(books, 'book', 'books')}`,
    ...series.flatMap(each => ['', `  ${each.title}`, ...each.books.map(bookLine)]),
  ]
}

function bookLine({ number, title, file }: DescribedBook): string {
  return `    ${number ?? '–'}  ${title}  (${file})`
}

function rows(all: readonly Row[]): string[] {
  const known = all.filter(([, value]) => value !== null && value !== undefined && value !== '')
  const width = Math.max(...known.map(([label]) => label.length))
  return known.map(([label, value]) => `  ${label.padEnd(width)}  ${value}`)
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`
}
