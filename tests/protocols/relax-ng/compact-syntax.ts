import { dataType } from './data-types'
import { choice, EMPTY, group, interleave, type NameClass, oneOrMore, optional, type Pattern, TEXT } from './patterns'
import { type Token, tokenize } from './tokens'

const XML = 'http://www.w3.org/XML/1998/namespace'

type Definitions = Map<string, () => Pattern>

/**
 * Reads a schema in RELAX NG's compact syntax: as much of it as the schemas of Atom and OPDS use.
 * `read` gives the text of an included file.
 */
export function readSchema(text: string, read: (file: string) => string): Pattern {
  const definitions: Definitions = new Map()
  readGrammar(tokenize(text), definitions, read, false)
  const start = definitions.get('start')
  if (!start) throw new Error('The schema has no start')
  return start()
}

/** `fixed`: definitions that are there already stay, as those of an `include { … }` do. */
function readGrammar(tokens: Token[], definitions: Definitions, read: (file: string) => string, fixed: boolean): void {
  const namespaces = new Map<string, string>([['xml', XML]])
  const input = reader(tokens)
  const define = (name: string, pattern: () => Pattern) => {
    if (!fixed || !definitions.has(name)) definitions.set(name, pattern)
  }
  while (!input.ended()) {
    if (input.accept('namespace')) {
      const prefix = input.word()
      input.expect('=')
      namespaces.set(prefix, input.literal())
    } else if (input.accept('include')) {
      const included = tokenize(read(input.literal()))
      if (input.accept('{')) readDefinitions(input, '}')
      readGrammar(included, definitions, read, true)
    } else {
      readDefinition(input)
    }
  }

  function readDefinitions(from: Input, end: string): void {
    while (!from.accept(end)) readDefinition(from)
  }

  function readDefinition(from: Input): void {
    const name = from.word()
    from.expect('=')
    define(name, lazily(readPattern(from, { namespaces, definitions })))
  }
}

interface Context {
  readonly namespaces: ReadonlyMap<string, string>
  readonly definitions: Definitions
}

/** A pattern is built when it is first needed, so that definitions may name later ones and themselves. */
type Later = () => Pattern

function lazily(build: Later): Later {
  let built: Pattern | undefined
  return () => {
    built ??= build()
    return built
  }
}

const JOINTS = { ',': group, '&': interleave, '|': choice } as const

function readPattern(input: Input, context: Context): Later {
  const first = readRepeated(input, context)
  const joint = input.peek()
  if (joint !== ',' && joint !== '&' && joint !== '|') return first
  const parts = [first]
  while (input.accept(joint)) parts.push(readRepeated(input, context))
  return () => parts.map(part => part()).reduceRight((right, left) => JOINTS[joint](left, right))
}

function readRepeated(input: Input, context: Context): Later {
  const part = readPart(input, context)
  if (input.accept('?')) return () => optional(part())
  if (input.accept('+')) return () => oneOrMore(part())
  if (input.accept('*')) return () => optional(oneOrMore(part()))
  return part
}

function readPart(input: Input, context: Context): Later {
  if (input.accept('(')) {
    const inner = readPattern(input, context)
    input.expect(')')
    return inner
  }
  if (input.peekLiteral()) return readData(input)
  const word = input.word()
  if (word === 'text') return () => TEXT
  if (word === 'empty') return () => EMPTY
  if (word === 'element' || word === 'attribute') {
    const name = readNameClass(input, context, word === 'attribute')
    input.expect('{')
    const content = readPattern(input, context)
    input.expect('}')
    return () => ({ kind: word, name, content: lazily(content) })
  }
  if (word === 'string' || word.startsWith('xsd:')) {
    input.back()
    return readData(input)
  }
  return () => {
    const definition = context.definitions.get(word)
    if (!definition) throw new Error(`The schema does not define ${word}`)
    return definition()
  }
}

/** A data type or a value, with what is taken away from it: `string - (string "a" | string "b")`. */
function readData(input: Input): Later {
  const allows = readValues(input)
  if (!input.accept('-')) return () => ({ kind: 'data', allows })
  const except = readExcept(input)
  return () => ({ kind: 'data', allows: value => allows(value) && !except(value) })
}

function readExcept(input: Input): (value: string) => boolean {
  if (!input.accept('(')) return readValues(input)
  const all = [readValues(input)]
  while (input.accept('|')) all.push(readValues(input))
  input.expect(')')
  return value => all.some(allows => allows(value))
}

function readValues(input: Input): (value: string) => boolean {
  if (input.peekLiteral()) {
    const wanted = input.literal()
    return value => value.trim().replace(/\s+/g, ' ') === wanted
  }
  const type = input.word()
  if (input.peekLiteral()) {
    const wanted = input.literal()
    return value => value === wanted
  }
  const parameters: Record<string, string> = {}
  if (input.accept('{')) {
    while (!input.accept('}')) {
      const name = input.word()
      input.expect('=')
      parameters[name] = input.literal()
    }
  }
  return dataType(type, parameters)
}

/** `*`, `atom:*`, `* - (…)`, `atom:link`, `href`. A bare name is in no namespace. */
function readNameClass(input: Input, context: Context, attribute: boolean): NameClass {
  if (input.accept('(')) {
    const of = [readNameClass(input, context, attribute)]
    while (input.accept('|')) of.push(readNameClass(input, context, attribute))
    input.expect(')')
    return { kind: 'choice', of }
  }
  const namespaceOf = (prefix: string) => {
    const namespace = context.namespaces.get(prefix)
    if (namespace === undefined) throw new Error(`The schema does not declare the namespace ${prefix}`)
    return namespace
  }
  if (input.accept('*')) {
    const except = input.accept('-') ? readNameClass(input, context, attribute) : null
    return { kind: 'any', except }
  }
  const word = input.word()
  if (word.endsWith(':*')) return { kind: 'namespace', namespace: namespaceOf(word.slice(0, -2)), except: null }
  const [prefix = '', local] = word.split(':')
  return local === undefined
    ? { kind: 'name', namespace: '', local: prefix }
    : { kind: 'name', namespace: namespaceOf(prefix), local }
}

type Input = ReturnType<typeof reader>

function reader(tokens: readonly Token[]) {
  let place = 0
  const fail = (wanted: string): never => {
    const token = tokens[place]
    throw new Error(`Line ${token?.line}: ${wanted} was expected, not ${token?.text ?? 'the end'}`)
  }
  const isLiteral = () => tokens[place]?.kind === 'literal'
  return {
    ended: () => place >= tokens.length,
    peek: () => (isLiteral() ? undefined : tokens[place]?.text),
    peekLiteral: isLiteral,
    back: () => void place--,
    accept(text: string): boolean {
      const found = !isLiteral() && tokens[place]?.text === text
      if (found) place++
      return found
    },
    expect(text: string): void {
      if (isLiteral() || tokens[place]?.text !== text) fail(text)
      place++
    },
    word(): string {
      const token = tokens[place]
      if (token?.kind !== 'word') return fail('a name')
      place++
      return token.text
    },
    literal(): string {
      const token = tokens[place]
      if (token?.kind !== 'literal') return fail('a literal')
      place++
      return token.text
    },
  }
}
