/** The parts of an OpenAPI 3.1 document that the comparison reads. */
export interface Schema {
  readonly $ref?: string
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly unknown[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly additionalProperties?: Schema | boolean
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly const?: unknown
}

export interface Parameter {
  readonly name: string
  readonly in: string
  readonly required?: boolean
  readonly schema?: Schema
}

type Content = Readonly<Record<string, { readonly schema?: Schema }>>

export interface Operation {
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly required?: boolean; readonly content?: Content }
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}

/** Every operation by `get /path`. */
export function operationsOf(document: Document): Map<string, Operation> {
  return new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]): [string, Operation] => [`${method} ${path}`, operation]),
    ),
  )
}

/** A schema with references, unions with null and allOf resolved: what a value of it is. */
export interface Shape {
  /** Name of the component, when the place names one. */
  readonly name: string | null
  /** JSON types, `null` and `any` among them. */
  readonly types: ReadonlySet<string>
  readonly format: string | null
  readonly values: readonly unknown[] | null
  readonly properties: Readonly<Record<string, Schema>>
  readonly required: ReadonlySet<string>
  readonly items: Schema | null
  /** Schema of the values of a map. */
  readonly entries: Schema | null
  /** Alternatives, when there is more than one besides null. */
  readonly variants: readonly Schema[]
}

function typesOf(schema: Schema): string[] {
  if (schema.type !== undefined) return typeof schema.type === 'string' ? [schema.type] : [...schema.type]
  if (schema.properties) return ['object']
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return [...new Set(values.map(value => (value === null ? 'null' : typeof value)))]
  return schema.oneOf || schema.anyOf || schema.allOf || schema.$ref ? [] : ['any']
}

export function shapeOf(document: Document, schema: Schema): Shape {
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    const target = document.components.schemas[name]
    if (!target) throw new Error(`${schema.$ref} is not in the document`)
    return { ...shapeOf(document, target), name }
  }
  const parts = (schema.allOf ?? []).map(part => shapeOf(document, part))
  const choices = [...(schema.oneOf ?? []), ...(schema.anyOf ?? [])]
  const others = choices.filter(choice => choice.type !== 'null')
  const nullable = others.length < choices.length ? ['null'] : []
  const only = others[0]
  if (others.length === 1 && only) {
    const shape = shapeOf(document, only)
    return { ...shape, types: new Set([...shape.types, ...nullable]) }
  }
  const variantTypes = others.flatMap(choice => [...shapeOf(document, choice).types])
  const own = typesOf(schema)
  return {
    name: null,
    types: new Set([...own, ...nullable, ...variantTypes, ...parts.flatMap(part => [...part.types])]),
    format: schema.format ?? null,
    values: schema.enum ?? (schema.const === undefined ? null : [schema.const]),
    properties: Object.assign({}, ...parts.map(part => part.properties), schema.properties),
    required: new Set([...parts.flatMap(part => [...part.required]), ...(schema.required ?? [])]),
    items: schema.items ?? null,
    entries: typeof schema.additionalProperties === 'object' ? schema.additionalProperties : null,
    variants: others,
  }
}
