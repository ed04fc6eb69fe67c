import {
  childNamed,
  childrenNamed,
  descendantsNamed,
  elementsOf,
  isFault,
  parseXml,
  textOf,
  type XmlElement,
} from '../xml/xml-document'

/** The properties of an XMP document, by name without prefix. */
export interface Xmp {
  /** The first value; the default language if there are several. */
  one(name: string): string | null
  all(name: string): readonly string[]
  /** Calibre's series: a value with its number. */
  readonly series: { readonly name: string; readonly number: string | null } | null
  /** Identifiers with their scheme, as calibre writes them. */
  readonly pairs: readonly (readonly [scheme: string, value: string])[]
}

/**
 * Reads RDF: properties are elements or attributes of `rdf:Description`, values texts or lists. Null if it is not XMP.
 */
export function readXmp(bytes: Buffer): Xmp | null {
  const root = parseXml(bytes, { doctype: 'refused', cutOff: 'read' })
  if (isFault(root)) return null
  const descriptions = [...descendantsNamed(root, 'Description')]
  const values = new Map<string, string[]>()
  let series: Xmp['series'] = null
  const pairs: [string, string][] = []
  for (const description of descriptions.slice(0, MOST_DESCRIPTIONS)) {
    for (const [name, value] of Object.entries(description.attributes)) add(values, name, [value.trim()])
    for (const property of elementsOf(description)) {
      add(values, property.name, valuesOf(property))
      if (property.name === 'series') series ??= seriesOf(property)
      if (property.name === 'Identifier') pairs.push(...pairsOf(property))
    }
  }
  return { one: name => values.get(name)?.[0] ?? null, all: name => values.get(name) ?? [], series, pairs }
}

const MOST_DESCRIPTIONS = 100

/** The first occurrence of a property counts. */
function add(values: Map<string, string[]>, name: string, texts: readonly string[]): void {
  const said = texts.filter(text => text !== '')
  if (said.length > 0 && !values.has(name)) values.set(name, said)
}

function itemsOf(property: XmlElement): XmlElement[] {
  const list = elementsOf(property).find(({ name }) => name === 'Alt' || name === 'Bag' || name === 'Seq')
  return list === undefined ? [] : childrenNamed(list, 'li')
}

function valuesOf(property: XmlElement): string[] {
  const items = itemsOf(property)
  if (items.length === 0) return [textOf(childNamed(property, 'value')) || textOf(property)]
  const isDefault = ({ attributes }: XmlElement) => (attributes.lang === 'x-default' ? 0 : 1)
  return items.toSorted((a, b) => isDefault(a) - isDefault(b)).map(textOf)
}

function seriesOf(property: XmlElement): Xmp['series'] {
  const name = textOf(childNamed(property, 'value')) || (elementsOf(property).length === 0 ? textOf(property) : '')
  const number = textOf(childNamed(property, 'series_index')).replace(/\.0+$/, '')
  return name === '' ? null : { name, number: number === '' ? null : number }
}

function pairsOf(property: XmlElement): [string, string][] {
  return itemsOf(property).flatMap(item => {
    const scheme = textOf(childNamed(item, 'Scheme'))
    const value = textOf(childNamed(item, 'value'))
    return scheme === '' || value === '' ? [] : [[scheme, value] as [string, string]]
  })
}
