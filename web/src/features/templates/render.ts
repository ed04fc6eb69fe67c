import { type AST, parse } from '@handlebars/parser'
import { HELPERS } from './template-functions.rules'
import { charactersOf, isTrue, memberOf, TEMPLATE_LIMITS, TemplateError, textOf } from './values.rules'

/** The scope of a name: current data, block parameters, and the outer scope. */
interface Scope {
  readonly data: unknown
  readonly names: ReadonlyMap<string, unknown>
  /** `@index`, `@first`, `@last`, `@key`, `@root`. */
  readonly marks: Readonly<Record<string, unknown>>
  readonly around: Scope | null
}

interface Run {
  steps: number
  output: string
  readonly locale: string
}

/**
 * Renders data from JSON as Markdown: values in `{{ }}` are escaped, those in `{{{ }}}` are Markdown themselves. The
 * syntax tree is interpreted; no code is generated, so nothing else is reachable and it always ends.
 * @throws TemplateError for an invalid template, or one that exceeds the limits
 */
export function renderTemplate(template: string, data: object, locale: string): string {
  const run: Run = { steps: 0, output: '', locale }
  renderProgram(parsed(template), { data, names: new Map(), marks: { root: data }, around: null }, run, 0)
  return run.output
}

/** @throws TemplateError */
function parsed(template: string): AST.Program {
  if (template.length > TEMPLATE_LIMITS.size) throw new TemplateError('size')
  try {
    return parse(template)
  } catch (error) {
    throw new TemplateError('syntax', error instanceof Error ? error.message : '')
  }
}

function renderProgram(program: AST.Program, scope: Scope, run: Run, depth: number): void {
  if (depth > TEMPLATE_LIMITS.depth) throw new TemplateError('depth')
  for (const statement of program.body) {
    step(run)
    switch (statement.type) {
      case 'ContentStatement':
        write(run, (statement as AST.ContentStatement).value)
        break
      case 'CommentStatement':
        break
      case 'MustacheStatement': {
        const { path, params, hash, escaped } = statement as AST.MustacheStatement
        const text = textOf(called(path, params, hash, scope, run, depth))
        write(run, escaped ? escapeMarkdown(text) : text)
        break
      }
      case 'BlockStatement':
        renderBlock(statement as AST.BlockStatement, scope, run, depth)
        break
      default:
        throw new TemplateError('partial')
    }
  }
}

function renderBlock(block: AST.BlockStatement, scope: Scope, run: Run, depth: number): void {
  const { path, params, hash, program, inverse } = block
  const name = nameOf(path)
  const first = () => (params[0] ? evaluated(params[0], scope, run, depth) : undefined)
  const inside = (each: AST.Program | undefined): void => {
    if (each) renderProgram(each, scope, run, depth + 1)
  }
  const otherwise = (): void => inside(inverse)
  const body = (data: unknown, marks: object, ...named: unknown[]) => {
    const names = new Map((program?.blockParams ?? []).map((each, at) => [each, named[at]] as const))
    const around = { data, names, marks: { ...scope.marks, ...marks }, around: scope }
    if (program) renderProgram(program, around, run, depth + 1)
  }
  if (name === 'if' || name === 'unless') {
    inside(isTrue(first()) === (name === 'if') ? program : inverse)
    return
  }
  if (name === 'with') {
    const data = first()
    if (isTrue(data)) body(data, {}, data)
    else otherwise()
    return
  }
  if (name !== 'each') {
    const value = called(path, params, hash, scope, run, depth)
    // A block whose name is not a helper is a section: over a list, or with an object.
    if (Array.isArray(value) && !Object.hasOwn(HELPERS, name ?? '')) loop(value, run, body, otherwise)
    else if (!isTrue(value)) otherwise()
    else if (typeof value === 'object') body(value, {}, value)
    else inside(program)
    return
  }
  loop(first(), run, body, otherwise)
}

type Body = (data: unknown, marks: object, ...named: unknown[]) => void

function loop(value: unknown, run: Run, body: Body, otherwise: () => void): void {
  const isList = Array.isArray(value)
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  if (entries.length === 0) otherwise()
  for (const [at, [key, item]] of entries.entries()) {
    step(run)
    const name = isList ? at : key
    body(item, { index: at, key: name, first: at === 0, last: at === entries.length - 1 }, item, name)
  }
}

/** The value of a name with or without parameters: a helper call, or a value. */
function called(
  path: AST.Expression,
  params: readonly AST.Expression[],
  hash: AST.Hash | undefined,
  scope: Scope,
  run: Run,
  depth: number,
): unknown {
  if (depth > TEMPLATE_LIMITS.depth) throw new TemplateError('depth')
  const name = nameOf(path)
  const helper = name !== null && Object.hasOwn(HELPERS, name) ? HELPERS[name] : undefined
  if (!helper) {
    if (params.length > 0) throw new TemplateError('helper', name ?? '')
    return evaluated(path, scope, run, depth)
  }
  // A name could be a helper or a value: without parameters it is a value.
  if (params.length === 0 && name !== null && memberOf(scope.data, name) !== undefined) {
    return memberOf(scope.data, name)
  }
  step(run)
  const parameters = params.map(each => evaluated(each, scope, run, depth + 1))
  const options = Object.fromEntries(
    (hash?.pairs ?? []).map(({ key, value }) => [key, evaluated(value, scope, run, depth + 1)]),
  )
  step(run, parameters.reduce<number>((sum, each) => sum + charactersOf(each), 0) / TEMPLATE_LIMITS.charactersOfStep)
  return helper(parameters, options, run.locale)
}

function evaluated(expression: AST.Expression, scope: Scope, run: Run, depth: number): unknown {
  step(run)
  switch (expression.type) {
    case 'StringLiteral':
    case 'NumberLiteral':
    case 'BooleanLiteral':
      return (expression as AST.StringLiteral | AST.NumberLiteral | AST.BooleanLiteral).value
    case 'NullLiteral':
      return null
    case 'UndefinedLiteral':
      return undefined
    case 'SubExpression': {
      const { path, params, hash } = expression as AST.SubExpression
      return called(path, params, hash, scope, run, depth + 1)
    }
    case 'PathExpression':
      step(run, pathLength(expression as AST.PathExpression))
      return lookedUp(expression as AST.PathExpression, scope)
    default:
      throw new TemplateError('syntax', expression.type)
  }
}

const pathLength = ({ parts, depth }: AST.PathExpression) => 1 + parts.length + depth

function lookedUp({ data, depth, parts, original }: AST.PathExpression, scope: Scope): unknown {
  let from: Scope | null = scope
  for (let up = depth; up > 0; up--) from = from?.around ?? null
  if (!from) return undefined
  const [first, ...rest] = parts.filter(part => typeof part === 'string')
  if (first === undefined) return from.data
  const begin = data
    ? memberOf(from.marks, first)
    : !/^(?:this|\.)/.test(String(original)) && depth === 0 && hasName(from, first)
      ? named(from, first)
      : memberOf(from.data, first)
  return rest.reduce<unknown>((value, part) => memberOf(value, part), begin)
}

/** Block parameters are visible in nested blocks. */
function hasName(scope: Scope, name: string): boolean {
  return scope.names.has(name) || (scope.around !== null && hasName(scope.around, name))
}

function named(scope: Scope, name: string): unknown {
  return scope.names.has(name) ? scope.names.get(name) : scope.around && named(scope.around, name)
}

/** The single segment of a path; null for any other expression. */
function nameOf(expression: AST.Expression): string | null {
  if (expression.type !== 'PathExpression') return null
  const { parts, depth, data } = expression as AST.PathExpression
  const [only] = parts
  return parts.length === 1 && depth === 0 && !data && typeof only === 'string' ? only : null
}

function step(run: Run, weight = 1): void {
  run.steps += weight
  if (run.steps > TEMPLATE_LIMITS.steps) throw new TemplateError('steps')
}

function write(run: Run, text: string): void {
  if (run.output.length + text.length > TEMPLATE_LIMITS.output) throw new TemplateError('output')
  run.output += text
}

/** A value as Markdown that shows exactly it, on one line. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]()#+\-!>]/g, '\\$&').replace(/\s*\n\s*/g, ' ')
}
