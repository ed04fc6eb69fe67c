import * as zod from 'zod'

// Zod whose schemas are made when first used: the contract describes thousands, and a process uses a few hundred.
// Whatever is not replaced below is Zod's own.
export * from 'zod'

type Schema = zod.ZodType
interface Later {
  make: () => Schema
  made: Schema | null
  /** Of an object: others are often made of its members. */
  readonly shape: object | null
}

const LATER = Symbol('a schema that is made when first used')
/** Methods that return another schema, which can wait as well; any other member makes the schema. */
const CHAINED: ReadonlySet<PropertyKey> = new Set([
  ...['optional', 'nullable', 'nullish', 'default', 'meta', 'min', 'max', 'trim', 'regex', 'refine', 'superRefine'],
  ...['overwrite', 'transform', 'pipe', 'extend', 'omit', 'pick', 'partial'],
])
/** Schemas with an id, in the order of the sources. */
const named: Schema[] = []

const members: ProxyHandler<object> = {
  get(target, key) {
    const state = target as Later
    if (key === LATER) return state
    if (key === 'shape' && state.shape !== null) return state.shape
    // Without arguments, `meta` returns the metadata.
    if (key === 'meta')
      return (...args: unknown[]) => (args.length ? chained(state, key, args) : schemaOf(state).meta())
    if (CHAINED.has(key)) return (...args: unknown[]) => chained(state, key, args)
    const member: unknown = Reflect.get(schemaOf(state), key)
    return typeof member === 'function' ? member.bind(schemaOf(state)) : member
  },
}

function later(make: () => Schema, shape: object | null = null): Schema {
  const state: object = { make, made: null, shape } satisfies Later
  return new Proxy(state, members) as Schema
}

function schemaOf(state: Later): Schema {
  if (state.made === null) {
    state.made = state.make()
    // Releases the arguments.
    state.make = () => zod.never()
  }
  return state.made
}

function chained(state: Later, key: PropertyKey, args: unknown[]): Schema {
  const schema = later(
    () => {
      const own = schemaOf(state)
      return Reflect.apply(Reflect.get(own, key), own, args.map(withMade)) as Schema
    },
    shapeAfter(state, key, args),
  )
  if (key === 'meta' && Object.hasOwn(Object(args[0]), 'id')) named.push(schema)
  return schema
}

function shapeAfter({ shape }: Later, key: PropertyKey, args: unknown[]): object | null {
  if (shape === null || key === 'meta') return shape
  return key === 'extend' ? { ...shape, ...Object(args[0]) } : null
}

function lazily<Factory extends (...args: never[]) => Schema>(factory: Factory): Factory
function lazily(factory: (...args: never[]) => Schema): (...args: unknown[]) => Schema {
  const isObject = factory === zod.object || factory === zod.looseObject
  return (...args) =>
    later(() => Reflect.apply(factory, undefined, args.map(withMade)), isObject ? Object(args[0]) : null)
}

/** The schema itself: Zod identifies schemas by object, for example in its registry. */
export function made<Value>(value: Value): Value {
  const state = Object(value)[LATER] as Later | undefined
  return state ? (schemaOf(state) as Value) : value
}

/** An argument of Zod, with the schemas in a list or shape made. */
function withMade(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(made)
  const isShape = Object(value)[LATER] === undefined && Object.getPrototypeOf(Object(value)) === Object.prototype
  if (!isShape) return made(value)
  const members = Object.entries(Object.getOwnPropertyDescriptors(value)).map(([name, member]) => {
    const { get, value: own } = member
    // A getter is a schema that contains itself.
    return [name, get ? { ...member, get: () => made(get.call(value)) } : { ...member, value: made(own) }] as const
  })
  return Object.defineProperties({}, Object.fromEntries(members))
}

/** Makes every schema with an id, so that Zod's registry has them all. */
export function makeNamedSchemas(): void {
  for (const schema of named) made(schema)
}

export const array = lazily(zod.array)
export const boolean = lazily(zod.boolean)
export const discriminatedUnion = lazily(zod.discriminatedUnion)
export const guid = lazily(zod.guid)
export const int = lazily(zod.int)
export const int32 = lazily(zod.int32)
export const literal = lazily(zod.literal)
export const looseObject = lazily(zod.looseObject)
export const number = lazily(zod.number)
export const object = lazily(zod.object)
export const partialRecord = lazily(zod.partialRecord)
export const preprocess = lazily(zod.preprocess)
export const record = lazily(zod.record)
export const string = lazily(zod.string)
export const stringbool = lazily(zod.stringbool)
export const union = lazily(zod.union)
export const unknown = lazily(zod.unknown)
export const iso = { ...zod.iso, datetime: lazily(zod.iso.datetime) }
const oneOf = lazily(zod.enum)

export { oneOf as enum }
