import { type Document, type Schema, type Shape, shapeOf } from './document'

/** `answer`: what we send must be what the reference promises. `request`: what the reference sends we must take. */
export type Direction = 'answer' | 'request'

export interface Comparison {
  readonly reference: Document
  readonly ours: Document
  /** Pairs of components already compared, so that each is said once and recursion ends. */
  readonly seen: Set<string>
  readonly say: (difference: string) => void
}

/** Formats that a generated client turns into another type. */
const FORMATS = ['uuid', 'date-time', 'date', 'binary']

/** Says how our schema departs from the reference's at `place`; inside a component the place is the component's name. */
export function compareSchemas(
  comparison: Comparison,
  place: string,
  reference: Schema,
  ours: Schema,
  direction: Direction,
): void {
  const theirs = shapeOf(comparison.reference, reference)
  const mine = shapeOf(comparison.ours, ours)
  if (theirs.name && mine.name !== theirs.name) {
    comparison.say(`${place}: ${mine.name ?? 'a schema without a name'} instead of ${theirs.name}`)
  }
  // Whether null is allowed belongs to the place of use, the rest to the component.
  const [from, to] = direction === 'answer' ? [mine, theirs] : [theirs, mine]
  if (from.types.has('null') && !to.types.has('null') && !to.types.has('any')) {
    comparison.say(`${place}: ${direction === 'answer' ? 'sends' : 'refuses'} null`)
  }
  const key = `${direction} ${theirs.name} ${mine.name}`
  if (theirs.name && mine.name) {
    if (comparison.seen.has(key)) return
    comparison.seen.add(key)
  }
  compareShapes(comparison, theirs.name ?? place, theirs, mine, direction)
}

function compareShapes(comparison: Comparison, place: string, theirs: Shape, mine: Shape, direction: Direction): void {
  compareTypes(comparison, place, theirs, mine, direction)
  if (theirs.variants.length > 1) {
    compareVariants(comparison, place, theirs, mine, direction)
    return
  }
  compareProperties(comparison, place, theirs, mine, direction)
  if (theirs.items && mine.items) compareSchemas(comparison, `${place}[]`, theirs.items, mine.items, direction)
  if (theirs.entries && mine.entries) compareSchemas(comparison, `${place}{}`, theirs.entries, mine.entries, direction)
}

function compareTypes({ say }: Comparison, place: string, theirs: Shape, mine: Shape, direction: Direction): void {
  const [from, to] = direction === 'answer' ? [mine, theirs] : [theirs, mine]
  const fits = (type: string) =>
    type === 'null' || to.types.has('any') || to.types.has(type) || (type === 'integer' && to.types.has('number'))
  const listed = ({ types }: Shape) => [...types].filter(type => type !== 'null').sort()
  if (![...from.types].every(fits))
    say(`${place}: ${listed(mine).join(' or ')} instead of ${listed(theirs).join(' or ')}`)
  if (to.values && from.types.has('string')) {
    const allowed = to.values
    const extra = from.values?.filter(value => value !== null && !allowed.includes(value)) ?? ['any text']
    if (extra.length > 0) say(`${place}: ${direction === 'answer' ? 'sends' : 'refuses'} ${extra.join(', ')}`)
  }
  if (theirs.format && FORMATS.includes(theirs.format) && mine.format !== theirs.format) {
    say(`${place}: format ${mine.format} instead of ${theirs.format}`)
  }
}

function compareProperties(
  comparison: Comparison,
  place: string,
  theirs: Shape,
  mine: Shape,
  direction: Direction,
): void {
  for (const [name, schema] of Object.entries(theirs.properties)) {
    const own = mine.properties[name]
    if (!own) {
      const promised = direction === 'answer' && theirs.required.has(name) ? ', and it is promised' : ''
      if (!mine.types.has('any') && !mine.entries) comparison.say(`${place}.${name} is missing${promised}`)
      continue
    }
    compareSchemas(comparison, `${place}.${name}`, schema, own, direction)
    if (direction === 'answer' && theirs.required.has(name) && !mine.required.has(name)) {
      comparison.say(`${place}.${name} is not always there`)
    }
  }
  for (const name of Object.keys(mine.properties)) {
    if (theirs.properties[name] || theirs.types.has('any')) continue
    comparison.say(`${place}.${name} is ours`)
  }
  if (direction === 'request') {
    for (const name of mine.required) if (!theirs.required.has(name)) comparison.say(`${place}.${name} is demanded`)
  }
}

/** Each alternative of the reference has to fit one of ours; which one is decided by the property or value it must have. */
function compareVariants(
  comparison: Comparison,
  place: string,
  theirs: Shape,
  mine: Shape,
  direction: Direction,
): void {
  if (mine.types.has('any')) return
  if (mine.variants.length === 0 && mine.entries) return
  const own = mine.variants.map(schema => ({ schema, mark: markOf(shapeOf(comparison.ours, schema)) }))
  for (const schema of theirs.variants) {
    const mark = markOf(shapeOf(comparison.reference, schema))
    const match = own.find(variant => variant.mark === mark)
    if (match) compareSchemas(comparison, `${place}(${mark})`, schema, match.schema, direction)
    else if (direction === 'request') comparison.say(`${place}(${mark}) is missing`)
  }
}

function markOf(shape: Shape): string {
  const fixed = Object.entries(shape.properties).find(([, schema]) => (schema.enum?.length ?? 0) === 1 || schema.const)
  if (fixed) return `${fixed[0]}=${fixed[1].const ?? fixed[1].enum?.[0]}`
  const required = [...shape.required].sort().join('+')
  return required || [...shape.types].sort().join('|')
}
