import type { EmbeddedMetadata, FileProblem } from '../facts'
import { FORMAT_LIMITS } from '../limits'
import { isHiddenName } from '../page-names'
import { asType, fileProblem, problemOf } from '../problem'
import { isFault, parseXml, type XmlElement, type XmlFault } from '../xml/xml-document'
import { comicInfoMetadata } from './comic-info'
import { metronInfoMetadata } from './metron-info'

/** The values of a comic's metadata files, and their problems. */
export interface InfoReading {
  readonly said: readonly EmbeddedMetadata[]
  readonly problems: readonly FileProblem[]
}

interface InfoKind {
  readonly name: 'ComicInfo.xml' | 'MetronInfo.xml'
  readonly pattern: RegExp
  readonly root: string
  readonly metadata: (root: XmlElement) => EmbeddedMetadata
}

const KINDS: readonly InfoKind[] = [
  { name: 'MetronInfo.xml', pattern: /(?:^|\/)metroninfo\.xml$/i, root: 'metroninfo', metadata: metronInfoMetadata },
  { name: 'ComicInfo.xml', pattern: /(?:^|\/)comicinfo\.xml$/i, root: 'comicinfo', metadata: comicInfoMetadata },
]

/** Whether an entry has such a name. */
export function isInfoFile(name: string): boolean {
  return KINDS.some(({ pattern }) => pattern.test(name))
}

/** One of each kind counts: ignoring case, the least nested one, then the first by name. */
export function findInfoFiles<T extends { readonly name: string }>(entries: readonly T[]): T[] {
  const named = entries.filter(({ name }) => isInfoFile(name) && !isHiddenName(name))
  return KINDS.flatMap(({ pattern }) => {
    const found = named.filter(({ name }) => pattern.test(name))
    const depth = ({ name }: T) => name.split('/').length
    const [best] = found.toSorted((a, b) => depth(a) - depth(b) || (a.name < b.name ? -1 : 1))
    return best === undefined ? [] : [best]
  })
}

/**
 * Reads them by `read`, which may throw FileProblemError. A broken one is a metadata problem, never one of the book.
 */
export function readInfoFiles<T extends { readonly name: string }>(
  entries: readonly T[],
  read: (entry: T) => Buffer,
): InfoReading {
  const said: EmbeddedMetadata[] = []
  const problems: FileProblem[] = []
  for (const entry of entries) {
    try {
      const reading = readInfoFile(entry.name, read(entry))
      said.push(...reading.said)
      problems.push(...reading.problems)
    } catch (error) {
      const name = kindOf(entry.name)?.name ?? entry.name
      const fallback = fileProblem('metadata', 'metadata', `${name} cannot be read and was ignored.`)
      const found = problemOf(error, fallback)
      problems.push(found.reason === 'too-large' ? tooLargeProblem(name) : asType('metadata', found))
    }
  }
  return { said, problems }
}

/** Reads one by its name. */
export function readInfoFile(name: string, bytes: Buffer): InfoReading {
  const kind = kindOf(name)
  if (kind === undefined) return { said: [], problems: [] }
  const root = parseXml(bytes, { doctype: 'refused', cutOff: 'refused' })
  const fault = isFault(root) ? root : root.name.toLowerCase() === kind.root ? null : 'malformed'
  if (fault !== null) return { said: [], problems: [infoProblem(kind.name, fault)] }
  return { said: [kind.metadata(root as XmlElement)], problems: [] }
}

function kindOf(name: string): InfoKind | undefined {
  return KINDS.find(({ pattern }) => pattern.test(name))
}

const FAULT_MESSAGES: Readonly<Record<Exclude<XmlFault, 'too-large'>, string>> = {
  dtd: 'declares a document type, which is not allowed; it was ignored.',
  malformed: 'is not well-formed and was ignored.',
}

function infoProblem(name: string, fault: XmlFault): FileProblem {
  return fault === 'too-large'
    ? tooLargeProblem(name)
    : fileProblem('metadata', 'metadata', `${name} ${FAULT_MESSAGES[fault]}`)
}

/** A metadata file, in a book or next to it. */
export function tooLargeProblem(name: string, where = ''): FileProblem {
  const mostBytes = FORMAT_LIMITS.xmlBytes
  const most = `${Math.round(mostBytes / 1024 ** 2)} MiB`
  const message = `${name}${where} is larger than ${most} and was ignored.`
  return fileProblem('metadata', 'too-large', message, { file: name, mostBytes })
}
