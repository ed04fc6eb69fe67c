import type { Access, Scope } from './access'
import type * as z from './zod'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** The content of a success: JSON of a schema, bytes of some media types, plain text, or nothing. */
export type Payload =
  | { readonly kind: 'json'; readonly schema: z.ZodType }
  | { readonly kind: 'bytes'; readonly mediaTypes: readonly string[] }
  | { readonly kind: 'text'; readonly schema: z.ZodType }
  | { readonly kind: 'none' }

/** One operation of the contract, as plain data: the server binds it, the document lists it, tests walk it. */
export interface Route<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
> {
  readonly id: string
  readonly method: Method
  /** Path with `{name}` parameters. */
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly access: Access
  /** The permission an API key needs, if it differs from the access; required for routes for signed-in users. */
  readonly scope?: Scope | undefined
  /** Refused to partial viewers: it shows or grants what they don't see. */
  readonly wholeSight?: true | undefined
  /** Changes nothing although it is not a GET: allowed for read-only callers. */
  readonly reads?: true | undefined
  readonly params?: Params | undefined
  readonly query?: Query | undefined
  /** Repeatable query parameters: their schemas are lists. */
  readonly repeats?: true | undefined
  readonly body?: Body | undefined
  /** A form with a file instead of a body; the server enforces its own limits. */
  readonly upload?: z.ZodType | undefined
  /** A body that is passed on as it is, of these media types; the server enforces its own limits. */
  readonly raw?: readonly string[] | undefined
  /** A form of values: an invalid value is 400, with the field's path; a body of another shape is 422 as everywhere. */
  readonly form?: true | undefined
  /** A request without a body counts as an empty object. */
  readonly bodyOptional?: boolean | undefined
  /** Status and payload of success; other success statuses (204, 206, 304) in `also`. */
  readonly status: number
  readonly payload: Payload
  readonly also?: readonly number[] | undefined
  /** Error statuses beyond those of every route (400, 401, 403, 429, 500, 503). */
  readonly errors?: readonly number[] | undefined
  /** The error body of a protocol with its own format. */
  readonly errorBody?: z.ZodType | undefined
  /** Errors are feeds or problem details, and a 401 is the document of OPDS Authentication. */
  readonly errorForm?: 'feed' | 'problem' | undefined
}

/** The route with its literal types: method, path and schemas are the types that clients are checked against. */
export function route<const R extends Route>(spec: R): R {
  return spec
}

/** The permission that an API key needs for a route. */
export function scopeOf({ id, access, scope }: Pick<Route, 'id' | 'access' | 'scope'>): Scope | 'public' {
  if (scope !== undefined || access === 'public') return scope ?? 'public'
  if (access === 'login') throw new Error(`${id} does not say which API keys may call it`)
  return access
}

export function json<S extends z.ZodType>(schema: S) {
  return { kind: 'json', schema } as const satisfies Payload
}

export function bytes(...mediaTypes: string[]) {
  return { kind: 'bytes', mediaTypes } as const satisfies Payload
}

export function text<S extends z.ZodType>(schema: S) {
  return { kind: 'text', schema } as const satisfies Payload
}

export const nothing = { kind: 'none' } as const satisfies Payload
