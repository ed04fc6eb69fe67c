import { expect, test } from 'bun:test'
import { readdirSync } from 'node:fs'
import * as zod from 'zod'
import * as z from './zod'

const valuesOf = ({
  object,
  string,
  array,
  int,
  enum: oneOf,
}: Pick<typeof zod, 'object' | 'string' | 'array' | 'int' | 'enum'>) => {
  const Name = string().trim().min(1).max(5)
  const Thing = object({ name: Name.optional(), kind: oneOf(['a', 'b']).default('a') })
  return object({ things: array(Thing).max(2), count: int().nullable() }).extend({ first: Thing.shape.name })
}

test('schemas behave as those of Zod', () => {
  const [own, original] = [valuesOf(z), valuesOf(zod)]
  const answer = (value: unknown) =>
    [own, original].map(schema => {
      const { success, data, error } = schema.safeParse(value)
      return success ? data : error?.issues
    })
  for (const value of [
    { things: [{ name: ' x ' }, {}], count: null },
    { things: [{ name: '' }, { kind: 'c' }], count: 1.5, first: 'longer' },
    { things: 'none' },
    7,
  ]) {
    const [found, expected] = answer(value)
    expect(found).toEqual(expected)
  }
  expect(own instanceof z.ZodObject).toBe(true)
  expect(Object.keys(own.shape)).toEqual(Object.keys(original.shape))
  expect(z.toJSONSchema(z.made(own))).toEqual(zod.toJSONSchema(original))
})

test('a schema is made when it is first used', () => {
  const members: string[] = []
  const shape = {
    get first() {
      members.push('first')
      return z.string()
    },
  }
  const schema = z.array(z.object(shape).meta({ description: 'A thing' }).optional()).max(3)
  expect(members).toEqual([])
  expect(schema.parse([{ first: 'x' }])).toEqual([{ first: 'x' }])
  expect(members).toEqual(['first'])
})

test('a schema may contain itself', () => {
  interface Tree {
    name: string
    below: Tree[]
  }
  const Tree: z.ZodType<Tree> = z.object({
    name: z.string(),
    get below() {
      return z.array(Tree)
    },
  })
  const tree = { name: 'a', below: [{ name: 'b', below: [] }] }
  expect(Tree.parse(tree)).toEqual(tree)
  expect(Tree.safeParse({ name: 'a', below: [{ name: 'b', below: [1] }] }).error?.issues[0]?.path).toEqual([
    ...['below', 0, 'below', 0],
  ])
})

test("Zod's own registry has every schema with an id", () => {
  const Named = z.string().meta({ id: 'NamedInThisTest' })
  z.makeNamedSchemas()
  expect(z.globalRegistry.get(z.made(Named))?.id).toBe('NamedInThisTest')
  expect(Named.meta()).toEqual({ id: 'NamedInThisTest' })
  // The document of the API, which other tests in this process write, has all of it.
  z.globalRegistry.remove(z.made(Named))
})

test('every schema of the contract can be made', async () => {
  const files = readdirSync(import.meta.dir).filter(file => file.endsWith('.ts') && !/^zod\.|\.test\.ts$/.test(file))
  const modules: object[] = await Promise.all(files.map(file => import(`./${file}`)))
  const schemas = modules.flatMap(module => Object.values(module).filter(value => value instanceof z.ZodType))
  expect(schemas.length).toBeGreaterThan(500)
  // Members are made by the first value.
  for (const schema of schemas) schema.safeParse({})
})
