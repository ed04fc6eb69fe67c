// Our document against the reference's, operation by operation.
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { ROOT, SHARED } from '../kit/paths'
import { BEYOND } from './contract/beyond'
import { compareDocuments } from './contract/compare-operations'
import type { Document } from './contract/document'
import { DEPARTURES } from './contract/documented'

const reference = (await Bun.file(join(SHARED, 'reference/openapi.json')).json()) as Document
const ours = (await Bun.file(join(ROOT, 'contract/openapi.json')).json()) as Document
const result = compareDocuments(reference, ours)
console.log(`  the contract has ${result.have.length} of the reference's ${result.total} operations`)

test('the reference is the one we mean', () => {
  expect(result.total).toBe(441)
})

test('every operation of ours equals the reference’s, except for documented deviations', () => {
  const undocumented = result.differences.filter(text => !DEPARTURES.some(({ difference }) => difference.test(text)))
  expect(undocumented).toEqual([])
})

test('every documented departure still occurs', () => {
  const stale = DEPARTURES.filter(({ difference }) => !result.differences.some(text => difference.test(text)))
  expect(stale).toEqual([])
})

test('what the reference lacks is documented', () => {
  expect(result.beyond).toEqual(BEYOND.map(({ operation }) => operation).sort())
})

test('the comparison notices each kind of departure', () => {
  const operation = (schema: object, more: object = {}) => ({
    parameters: [{ name: 'q', in: 'query', schema: { type: 'string' } }],
    requestBody: {
      content: { 'application/json': { schema: { type: 'object', properties: { a: { type: 'string' } } } } },
    },
    responses: { 200: { content: { 'application/json': { schema } } }, 404: {} },
    ...more,
  })
  const document = (get: object, schemas: object): Document =>
    ({ paths: { '/x': { get } }, components: { schemas } }) as unknown as Document
  const Thing = {
    type: 'object',
    required: ['id', 'n'],
    properties: {
      id: { type: 'string', format: 'uuid' },
      n: { type: 'integer' },
      kind: { type: 'string', enum: ['a'] },
    },
  }
  const base = document(operation({ $ref: '#/components/schemas/Thing' }), { Thing })
  const change = (thing: object, more: object = {}) =>
    compareDocuments(
      base,
      document(operation({ $ref: '#/components/schemas/Thing' }, more), { Thing: { ...Thing, ...thing } }),
    ).differences
  const { id, n, kind } = Thing.properties
  expect(change({})).toEqual([])
  expect(change({ properties: { id, kind } })).toEqual(['Thing.n is missing, and it is promised'])
  expect(change({ required: ['id'] })).toEqual(['Thing.n is not always there'])
  expect(change({ properties: { id, kind, n: { type: 'string' } } })).toEqual(['Thing.n: string instead of integer'])
  expect(change({ properties: { id, kind, n: { type: ['integer', 'null'] } } })).toEqual(['Thing.n: sends null'])
  expect(change({ properties: { id: { type: 'string' }, kind, n } })).toEqual(['Thing.id: format null instead of uuid'])
  expect(change({ properties: { id, n, kind: { type: 'string' } } })).toEqual(['Thing.kind: sends any text'])
  expect(change({ properties: { id, n, kind, z: { type: 'string' } } })).toEqual(['Thing.z is ours'])
  expect(change({}, { parameters: [] })).toEqual(['get /x: query parameter q is missing'])
  expect(change({}, { requestBody: undefined })).toEqual(['get /x: takes no body'])
  expect(change({}, { responses: { 200: operation(Thing).responses[200] } })).toEqual([
    'get /x 200: a schema without a name instead of Thing',
    'get /x: status 404 is missing',
  ])
})
