import { LIMITS } from '../kernel/limits'
import { boundedText } from './bounded-text'
import type { FileProblem, Publication, SpineItem, TocEntry } from './facts'
import { FORMAT_LIMITS } from './limits'
import { FileProblemError, fileProblem } from './problem'

/**
 * An EPUB for reading apps within limits: a document of 4 MiB may repeat a path, a type or a title thousands of times.
 * @throws FileProblemError if its reading order is too long
 */
export function boundedPublication(publication: Publication): Publication {
  const { readingOrder, title, language } = publication
  const found = problemOfSpine(readingOrder)
  if (found !== null) throw new FileProblemError(found)
  return {
    ...publication,
    title: title && (boundedText(title, LIMITS.facts.nameBytes) || null),
    language: language && (boundedText(language, LIMITS.facts.codeBytes) || null),
    readingOrder: readingOrder.map(withBoundedType),
    toc: boundedToc(publication.toc, { bytes: FORMAT_LIMITS.xmlBytes }),
    members: publication.members.filter(({ path }) => !isLongPath(path)).map(withBoundedType),
  }
}

/** In bytes: no file system has longer paths. */
const LONGEST_PATH = 4096

export const isLongPath = (path: string): boolean => Buffer.byteLength(path) > LONGEST_PATH
export const PATHS_TOO_LONG = fileProblem('parser', 'too-large', 'The paths in the EPUB are too long.')

/**
 * Why a reading order cannot be stored; null if it can. Its paths are needed for reading, so they cannot be cut, and
 * its positions are page numbers.
 */
export function problemOfSpine(spine: readonly SpineItem[]): FileProblem | null {
  let bytes = 0
  let positions = 0
  let longest = 0
  for (const item of spine) {
    const length = Buffer.byteLength(item.path)
    bytes += length
    positions += item.positions
    longest = Math.max(longest, length)
  }
  if (longest > LONGEST_PATH || bytes > LIMITS.facts.pageNamesBytes) return PATHS_TOO_LONG
  return positions > LIMITS.facts.number ? fileProblem('parser', 'too-large', 'The EPUB has too much text.') : null
}

export function withBoundedType<Part extends { readonly mediaType: string }>(part: Part): Part {
  return { ...part, mediaType: boundedText(part.mediaType, LIMITS.facts.codeBytes) }
}

/** The first entries whose titles and addresses together are no longer than a document may be. */
function boundedToc(entries: readonly TocEntry[], left: { bytes: number }): TocEntry[] {
  const entriesShown: TocEntry[] = []
  for (const { title, href, children } of entries) {
    const shown = boundedText(title, LIMITS.facts.nameBytes)
    left.bytes -= Buffer.byteLength(shown) + Buffer.byteLength(href ?? '')
    if (left.bytes < 0) break
    entriesShown.push({ title: shown, href, children: boundedToc(children, left) })
  }
  return entriesShown
}
