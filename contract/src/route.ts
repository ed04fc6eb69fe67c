import type { z } from 'zod'
import type { Access } from './access'

export type Method = 'get' | 'post' | 'put' | 'patch' | 'delete'

/** What a success sends: JSON of a schema, bytes of some media types, a value as plain text, or nothing. */
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
  /** Changes nothing although it is no GET: for who may look only. */
  readonly reads?: true | undefined
  readonly params?: Params | undefined
  readonly query?: Query | undefined
  readonly body?: Body | undefined
  /** A request without a body is taken as an empty one. */
  readonly bodyOptional?: boolean | undefined
  /** Status and payload of success; other successes (204, 206, 304) in `also`. */
  readonly status: number
  readonly payload: Payload
  readonly also?: readonly number[] | undefined
  /** Error statuses beyond those that every route may answer (400, 401, 403, 429, 500, 503). */
  readonly errors?: readonly number[] | undefined
}

export function route<P extends z.ZodType, Q extends z.ZodType, B extends z.ZodType>(
  spec: Route<P, Q, B>,
): Route<P, Q, B> {
  return spec
}

export function json(schema: z.ZodType): Payload {
  return { kind: 'json', schema }
}

export function bytes(...mediaTypes: string[]): Payload {
  return { kind: 'bytes', mediaTypes }
}

export function text(schema: z.ZodType): Payload {
  return { kind: 'text', schema }
}

export const nothing: Payload = { kind: 'none' }
