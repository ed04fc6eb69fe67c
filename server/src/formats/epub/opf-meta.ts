import { descendantsNamed, textOf, type XmlElement } from '../xml/xml-document'

/** Refinements of elements in EPUB 3: id -> property -> value. */
export type Refinements = ReadonlyMap<string, ReadonlyMap<string, string>>

export function readRefinements(metadata: XmlElement): Refinements {
  const refinements = new Map<string, Map<string, string>>()
  for (const meta of descendantsNamed(metadata, 'meta')) {
    const { refines, property } = meta.attributes
    if (refines === undefined || property === undefined) continue
    const id = refines.replace(/^#/, '')
    const known = refinements.get(id) ?? new Map<string, string>()
    refinements.set(id, known.set(property, textOf(meta)))
  }
  return refinements
}

/** Value of `<meta name= content=>`, as EPUB 2 and calibre write it, or of `<meta property=>`, as EPUB 3 does. */
export function namedMeta(metadata: XmlElement | undefined, name: string): string | null {
  if (metadata === undefined) return null
  for (const meta of descendantsNamed(metadata, 'meta')) {
    const { name: named, property, content, refines } = meta.attributes
    if (named === name && content) return content.trim()
    if (property === name && refines === undefined && textOf(meta) !== '') return textOf(meta)
  }
  return null
}
