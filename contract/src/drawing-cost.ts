import { type Attribute, addressed, type Reference, sheetReferences, styled } from './drawing-references'

/** How to read an element, whichever parser made it. */
export interface ElementReader<Element> {
  /** Without a prefix. */
  readonly name: (element: Element) => string
  /** With their prefixes: `href` and `xlink:href` are two. */
  readonly attributes: (element: Element) => readonly Attribute[]
  readonly children: (element: Element) => Iterable<Element>
  /** Of a style sheet. */
  readonly text: (element: Element) => string
}

/** Levels of elements and of references to others. */
const DEEPEST = 400
/** Styles that are found inherited at once. */
const MOST_INHERITED = 100
/** A part of a filter works on each pixel. */
const FILTER_WEIGHT = 20
/** Cheap as a target; what refers to it is not drawn more often. */
const GRADIENT = /^(?:linear|radial)Gradient$/

/**
 * Whether elements of a drawing are drawn more than `most` times again: by `use`, or as a pattern, mask, clip path,
 * marker or filter, which may refer to others in turn. A few lines could make a browser draw for hours. Counting ends at
 * the limit.
 */
export function repeatsTooMuch<Element>(root: Element, reader: ElementReader<Element>, most: number): boolean {
  const drawing = lookThrough(root, reader)
  if (drawing === null) return true
  const { facts, byId } = drawing
  /** Those being drawn: one that leads back to itself is not drawn again. */
  const open = new Set<Element>()
  let left = most

  function draw(element: Element, times: number, around: readonly Reference[], depth: number): void {
    const found = facts.get(element)
    if (left < 0 || found === undefined || open.has(element) || GRADIENT.test(found.name)) return
    left -= depth > DEEPEST ? Number.POSITIVE_INFINITY : times * (found.name.startsWith('fe') ? FILTER_WEIGHT : 1)
    open.add(element)
    follow(element, found, times, around, depth)
    for (const child of reader.children(element)) draw(child, times, around, depth + 1)
    open.delete(element)
  }

  function follow(element: Element, found: Facts, times: number, around: readonly Reference[], depth: number): void {
    const inherited = [...around, ...found.inherited]
    for (const { id, atPoints } of [...inherited, ...found.styles]) {
      const each = atPoints ? times * pointsOf(reader.attributes(element)) : times
      for (const target of byId.get(id) ?? []) draw(target, each, [], depth + 1)
    }
    const passed = found.uses.length > 0 ? [...inherited, ...found.styles.filter(one => one.inherited)] : []
    // Of several with one id, browsers differ in which they draw.
    for (const { id } of found.uses) for (const target of byId.get(id) ?? []) draw(target, times, passed, depth + 1)
  }

  for (const [element, found] of facts) {
    open.add(element)
    follow(element, found, 1, [], 0)
    open.delete(element)
    if (left < 0) return true
  }
  return false
}

interface Facts {
  readonly name: string
  /** By an address. */
  readonly uses: readonly Reference[]
  /** By a style, its own or that of elements around it. */
  readonly styles: readonly Reference[]
  readonly inherited: readonly Reference[]
}

interface Drawing<Element> {
  readonly facts: ReadonlyMap<Element, Facts>
  readonly byId: ReadonlyMap<string, readonly Element[]>
}

/** Null if an animation changes what is referred to, or too much is inherited. */
function lookThrough<Element>(root: Element, reader: ElementReader<Element>): Drawing<Element> | null {
  const all = [root]
  for (const element of all) for (const child of reader.children(element)) all.push(child)
  const byId = new Map<string, Element[]>()
  const animated: Attribute[] = []
  for (const element of all) {
    const attributes = reader.attributes(element)
    for (const [key, value] of attributes) {
      if (key !== 'id') continue
      const named = byId.get(value)
      if (named) named.push(element)
      else byId.set(value, [element])
    }
    if (/^(?:animate\w*|set)$/.test(reader.name(element))) animated.push(...attributes)
  }
  if (animated.some(([key, value]) => key === 'attributeName' && /(?:href|class|style)\s*$/.test(value))) return null
  const sheets = all.filter(element => reader.name(element) === 'style').map(reader.text)
  const ofSheets = sheetReferences([...sheets, ...animated.map(([, value]) => value)])
  const isThere = ({ id }: Reference) => byId.has(id)

  const facts = new Map<Element, Facts>()
  const waiting: [Element, readonly Reference[]][] = [[root, []]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [element, inherited] = next
    const name = reader.name(element)
    const attributes = reader.attributes(element)
    const styles = [...ofSheets(name, attributes), ...attributes.flatMap(styled)].filter(isThere)
    facts.set(element, { name, uses: addressed(name, attributes).filter(isThere), styles, inherited })
    const within = [...inherited, ...styles.filter(one => one.inherited)]
    if (within.length > MOST_INHERITED) return null
    for (const child of reader.children(element)) waiting.push([child, within])
  }
  return { facts, byId }
}

/** The points of a line or shape, at each of which a marker is drawn. */
function pointsOf(attributes: readonly Attribute[]): number {
  const line = attributes.find(([key]) => key === 'd' || key === 'points')?.[1] ?? ''
  return Math.max(1, (line.match(/[a-z]/gi)?.length ?? 0) + (line.match(/\d*\.?\d+/g)?.length ?? 0) / 2)
}
