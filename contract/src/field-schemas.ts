import { isbnOf } from './external-sources'
import {
  editedFields,
  type FieldEdit,
  type FieldRegistry,
  type PlainEditsOf,
  type PlainValue,
  type RowValueOf,
} from './fields'
import { Int32, nullable } from './ids'
import { refusal } from './refusals'
import { isLines, isOneLine, isVisible } from './visible-text'
import * as z from './zod'

const controls = refusal('text_control', 'has control characters or characters that reverse text')

/** Single-line input without surrounding spaces; empty counts as absent. */
export function oneLine(most: number) {
  return z
    .string()
    .trim()
    .max(most)
    .refine(isOneLine, controls)
    .refine(text => text === '' || isVisible(text), 'has no visible characters')
}
export const line = oneLine(1000)
/** Multi-line text. */
export function lines(most: number) {
  return z.string().trim().max(most).refine(isLines, controls)
}
export const prose = lines(100_000)

/** A comma-separated list of names, limited in number and length. */
function namesOf(most: number) {
  return oneLine(10_000).superRefine((text, context) => {
    const given = text.split(',').map(name => name.trim())
    if (given.length > 500)
      context.addIssue({ code: 'custom', message: 'at most 500 names', params: { reason: 'list_long', max: 500 } })
    if (given.some(name => name.length > most))
      context.addIssue({
        code: 'custom',
        message: `names of at most ${most} characters`,
        params: { reason: 'text_long', max: most },
      })
  })
}
/** People. */
export const names = namesOf(500)
export const genreNames = namesOf(200)
/** ISBNs with valid check digits. */
export const isbns = oneLine(1000).refine(
  text => text.split(',').every(isbn => isbn.trim() === '' || isbnOf(isbn.trim()) !== null),
  refusal('isbn_wrong', 'an ISBN has 10 or 13 digits, the last of which checks the others'),
)
export const Year = z.int32().min(1).max(9999)
export const Count = z.int32().min(0).max(100_000)
export const Decimal = z.number().min(0).max(1_000_000)

const LANGUAGE = /^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$/

/** BCP 47, such as `en`, `pt-BR` or `zh-Hant`. */
export const Language = z
  .string()
  .trim()
  .max(35)
  .refine(text => LANGUAGE.test(text), refusal('language_unknown', 'not a language code, such as en or pt-BR'))
  .meta({ pattern: LANGUAGE.source })

type Optional<Value> = z.ZodOptional<z.ZodNullable<z.ZodType<Value, Value>>>
type Requested<Edit> = Edit extends { readonly value: 'choice'; readonly choices: readonly (infer Choice)[] }
  ? Choice
  : Answered<Edit>
type Answered<Edit> = Edit extends { readonly value: 'flag' }
  ? boolean
  : Edit extends { readonly value: 'line' | 'prose' | 'language' | 'choice' }
    ? string
    : number

type RequestShape<Registry extends FieldRegistry> = {
  readonly [Name in keyof PlainEditsOf<Registry>]: Optional<Requested<PlainEditsOf<Registry>[Name]>>
}
type AnswerShape<Registry extends FieldRegistry> = {
  readonly [Name in keyof PlainEditsOf<Registry>]: Optional<Answered<PlainEditsOf<Registry>[Name]>>
}
type BulkName<Registry extends FieldRegistry> = {
  [Name in keyof PlainEditsOf<Registry>]: PlainEditsOf<Registry>[Name] extends { readonly bulk: true } ? Name : never
}[keyof PlainEditsOf<Registry>]

/** The plain fields that a bulk request may set. */
export function bulkRequests<Registry extends FieldRegistry>(
  registry: Registry,
): Pick<RequestShape<Registry>, BulkName<Registry>>
export function bulkRequests(registry: FieldRegistry): object {
  return shapeOf(registry, field => (field.bulk ? requestOf(field) : null))
}

/** The other plain fields that a request may set. */
export function singleRequests<Registry extends FieldRegistry>(
  registry: Registry,
): Omit<RequestShape<Registry>, BulkName<Registry>>
export function singleRequests(registry: FieldRegistry): object {
  return shapeOf(registry, field => (field.bulk ? null : requestOf(field)))
}

/** The plain fields of an answer, in the order of their locks. */
export function answers<Registry extends FieldRegistry>(registry: Registry): AnswerShape<Registry>
export function answers(registry: FieldRegistry): object {
  return shapeOf(registry, answerOf)
}

/** The plain fields of every list row. */
export function rowAnswers<Registry extends FieldRegistry>(
  registry: Registry,
): Pick<AnswerShape<Registry>, RowValueOf<Registry> & keyof AnswerShape<Registry>>
export function rowAnswers(registry: FieldRegistry): object {
  return shapeOf(registry, field => (field.isInRow ? answerOf(field) : null))
}

function shapeOf(registry: FieldRegistry, schemaOf: (field: PlainField) => z.ZodType | null): object {
  const fields = editedFields(registry).toSorted((a, b) => a.bit - b.bit)
  const entries = fields.flatMap(field => {
    const schema = isPlain(field) ? schemaOf(field) : null
    return schema ? [[field.name, nullable(schema)] as const] : []
  })
  return Object.fromEntries(entries)
}

type EditedField = ReturnType<typeof editedFields>[number]
type PlainField = EditedField & Extract<FieldEdit, { readonly value: PlainValue }>
function isPlain(field: EditedField): field is PlainField {
  return field.isPlain
}

function requestOf(field: PlainField): z.ZodType {
  switch (field.value) {
    case 'line':
      return line
    case 'prose':
      return prose
    case 'language':
      return Language
    case 'year':
      return Year
    case 'count':
      return Count
    case 'flag':
      return z.boolean()
    case 'whole': {
      const whole = z.int32().min(field.min)
      return field.max === undefined ? whole : whole.max(field.max)
    }
    case 'decimal':
      return Decimal.meta({ format: field.format })
    case 'choice':
      return z.enum(field.choices)
  }
}

function answerOf(field: PlainField): z.ZodType {
  switch (field.value) {
    case 'flag':
      return z.boolean()
    case 'year':
    case 'count':
    case 'whole':
      return Int32
    case 'decimal':
      return z.number().meta({ format: field.format })
    default:
      return z.string()
  }
}

/** A shape sorted by the names of document requests. */
export function alphabetical<Shape extends object>(shape: Shape): Shape {
  return Object.fromEntries(Object.entries(shape).toSorted(([a], [b]) => (a < b ? -1 : 1))) as Shape
}

/** A shape with some members first, in this order. */
export function ordered<Shape extends object>(shape: Shape, first: readonly (keyof Shape & string)[]): Shape {
  return { ...Object.fromEntries(first.map(name => [name, shape[name]])), ...shape }
}

/** A shape without some members. */
export function without<Shape extends object, Other extends object>(
  shape: Shape,
  other: Other,
): Omit<Shape, keyof Other> {
  return Object.fromEntries(Object.entries(shape).filter(([name]) => !(name in other))) as Omit<Shape, keyof Other>
}
