import type { PublicationManifest, PublicationTocEntry } from '@octavo/contract/publication'
import type { Publication, TocEntry } from '../../../formats/facts'

/** A publication as the contract shows it: paths become addresses relative to the ticket's folder. */
export function manifestView(publication: Publication, title: string): PublicationManifest {
  const { readingOrder, members, direction, fixedLayout, withoutSpreads, language } = publication
  const inOrder = new Set(readingOrder.map(item => item.path))
  return {
    metadata: {
      title: publication.title ?? title,
      language,
      readingProgression: direction,
      layout: fixedLayout ? 'fixed' : 'reflowable',
      ...(withoutSpreads && { spread: 'none' }),
      numberOfPositions: readingOrder.reduce((sum, item) => sum + item.positions, 0),
    },
    readingOrder: readingOrder.map(({ path, mediaType, positions, linear, side }) => ({
      href: addressOfPath(path),
      type: mediaType,
      positions,
      linear,
      ...(side && { side }),
    })),
    resources: members
      .filter(member => !member.problem && !inOrder.has(member.path))
      .map(member => ({ href: addressOfPath(member.path), type: member.mediaType })),
    toc: tocView(publication.toc),
  }
}

/** Encodes each segment of the path, but not the slashes. */
export function addressOfPath(path: string): string {
  return path
    .split('/')
    .map(step => encodeURIComponent(step.toWellFormed()))
    .join('/')
}

/** Reading apps nest no deeper; deeper entries are raised to this level. */
const DEEPEST = 32

function tocView(entries: readonly TocEntry[], depth = 0): PublicationTocEntry[] {
  return entries.flatMap(({ title, href, children }) => {
    const inner = tocView(children, Math.min(depth + 1, DEEPEST))
    const entry = { title, href: href === null ? null : addressOfEntry(href), children: depth < DEEPEST ? inner : [] }
    return depth < DEEPEST ? [entry] : [entry, ...inner]
  })
}

/** The path is decoded, the fragment is as written in the book. */
function addressOfEntry(href: string): string {
  const at = href.indexOf('#')
  return at === -1 ? addressOfPath(href) : addressOfPath(href.slice(0, at)) + href.slice(at)
}
