import { type Comparison, compareSchemas } from './compare-schemas'
import { type Document, type Operation, operationsOf, type Parameter, type Schema } from './document'

export interface Result {
  /** Operations of the reference that we have. */
  readonly have: readonly string[]
  readonly total: number
  /** Ours that the reference does not have. */
  readonly beyond: readonly string[]
  /** Every difference of an operation from the reference, each once. */
  readonly differences: readonly string[]
}

/** The feeds' start and its sub-feeds have moved (decided): where an operation of the reference is found in ours. */
function ourAddress(operation: string): string {
  const [method, path = ''] = operation.split(' ')
  if (path === '/opds') return `${method} /opds/v1/catalog`
  if (path.startsWith('/opds/') && !path.startsWith('/opds/v2'))
    return `${method} ${path.replace('/opds/', '/opds/v1/')}`
  return operation
}

/** Compares all operations that both documents have. */
export function compareDocuments(reference: Document, ours: Document): Result {
  const theirs = operationsOf(reference)
  const mine = operationsOf(ours)
  const differences = new Set<string>()
  const comparison: Comparison = { reference, ours, seen: new Set(), say: difference => differences.add(difference) }
  const have: string[] = []
  const reached = new Set<string>()
  for (const [name, operation] of theirs) {
    for (const address of new Set([name, ourAddress(name)])) {
      const own = mine.get(address)
      if (!own) continue
      reached.add(address)
      if (!have.includes(name)) have.push(name)
      compareOperation(comparison, address, operation, own)
    }
  }
  const beyond = [...mine.keys()].filter(name => !reached.has(name)).sort()
  return { have: have.sort(), total: theirs.size, beyond, differences: [...differences].sort() }
}

function compareOperation(comparison: Comparison, name: string, theirs: Operation, mine: Operation): void {
  compareParameters(comparison, name, theirs.parameters ?? [], mine.parameters ?? [])
  compareBodies(comparison, name, theirs, mine)
  compareAnswers(comparison, name, theirs, mine)
}

function compareParameters(
  comparison: Comparison,
  name: string,
  theirs: readonly Parameter[],
  mine: readonly Parameter[],
): void {
  const found = (list: readonly Parameter[], wanted: Parameter) =>
    list.find(parameter => parameter.name === wanted.name && parameter.in === wanted.in)
  for (const parameter of theirs) {
    const place = `${name}: ${parameter.in} parameter ${parameter.name}`
    const own = found(mine, parameter)
    if (!own) {
      comparison.say(`${place} is missing`)
      continue
    }
    if (own.required && !parameter.required) comparison.say(`${place} is demanded`)
    if (own.schema && parameter.schema) {
      compareSchemas(comparison, place, asText(parameter.schema), asText(own.schema), 'request')
    }
  }
  for (const parameter of mine) {
    if (!found(theirs, parameter)) comparison.say(`${name}: ${parameter.in} parameter ${parameter.name} is ours`)
  }
}

/** A query has neither null nor types, only text: what is a boolean there may be the words for it here. */
function asText(schema: Schema): Schema {
  const types = [schema.type ?? []].flat().filter(type => type !== 'null')
  return types[0] === 'boolean' ? { type: 'string' } : { ...schema, type: types }
}

function compareBodies(comparison: Comparison, name: string, theirs: Operation, mine: Operation): void {
  const { say } = comparison
  if (!theirs.requestBody) {
    if (mine.requestBody?.required) say(`${name}: a body is demanded`)
    return
  }
  if (!mine.requestBody) {
    say(`${name}: takes no body`)
    return
  }
  if (mine.requestBody.required && !theirs.requestBody.required) say(`${name}: a body is demanded`)
  for (const [type, { schema }] of Object.entries(theirs.requestBody.content ?? {})) {
    const own = mine.requestBody.content?.[type]
    if (!own) say(`${name}: takes no ${type}`)
    else if (schema && own.schema) compareSchemas(comparison, `${name} body`, schema, own.schema, 'request')
  }
}

function compareAnswers(comparison: Comparison, name: string, theirs: Operation, mine: Operation): void {
  const { say } = comparison
  for (const [status, answer] of Object.entries(theirs.responses)) {
    const own = mine.responses[status]
    if (!own) {
      say(`${name}: status ${status} is missing`)
      continue
    }
    // The reference describes no error bodies; ours are the same everywhere (errors.ts).
    if (!status.startsWith('2')) continue
    for (const [type, { schema }] of Object.entries(answer.content ?? {})) {
      const ownContent = own.content?.[type]
      if (!ownContent) say(`${name}: status ${status} without ${type}`)
      else if (schema) compareSchemas(comparison, `${name} ${status}`, schema, ownContent.schema ?? {}, 'answer')
    }
  }
  for (const status of Object.keys(mine.responses)) {
    if (/^[23]/.test(status) && !theirs.responses[status]) say(`${name}: status ${status} is ours`)
  }
}
