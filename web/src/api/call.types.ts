import type { AnswerOf, BodyOf, Operations, ParamsOf, QueryOf } from '@octavo/contract/operations'
import type { Method } from '@octavo/contract/route'

type Value = string | number | boolean | readonly (string | number)[] | null | undefined
export type AddressParts = {
  readonly params?: Readonly<Record<string, string | number>> | undefined
  readonly query?: Readonly<Record<string, Value>> | undefined
}

export type CallSettings = {
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly signal?: AbortSignal | undefined
  /** Lets a request outlive the page (the last page read when a tab closes). The body must stay under 64 KB. */
  readonly keepalive?: boolean
  /** A person waits for the answer: a rate limit is reported at once, with its seconds, without a retry. */
  readonly impatient?: boolean
  /** A 401 does not redirect to the sign-in page: for sign-in, set-up and the session query. */
  readonly anonymous?: boolean
  /** The user it is for, if not the one this tab expects; null: any signed-in user. */
  readonly user?: string | null
  /** Bypasses the browser's cache. */
  readonly fresh?: boolean
  /** Called with the headers of a success, if they are needed (ETag). */
  readonly onHeaders?: (headers: Headers) => void
}

/** The paths of the contract with this method. */
export type PathOf<M extends Method, O = Operations> = keyof O extends infer Name
  ? Name extends `${M} ${infer Path}`
    ? Path
    : never
  : never

/** Those that answer JSON or nothing, not bytes. */
type JsonPathOf<M extends Method, O> = {
  [Path in PathOf<M, O>]: Operation<M, Path, O> extends { readonly payload: { readonly kind: 'bytes' } } ? never : Path
}[PathOf<M, O>]

type Operation<M extends Method, Path extends string, O> = O[`${M} ${Path}` & keyof O]

/** A part of a request: absent where the contract has none, optional if it has no required members. */
type Part<Name extends string, Value> = [Value] extends [never]
  ? { readonly [K in Name]?: undefined }
  : Record<never, never> extends Value
    ? { readonly [K in Name]?: Value | undefined }
    : undefined extends Value
      ? { readonly [K in Name]?: Value }
      : { readonly [K in Name]: Value }

type PlaceOf<R> = Part<'params', ParamsOf<R>> & Part<'query', QueryOf<R>>
type RequestOf<R> = PlaceOf<R> & Part<'body', BodyOf<R>>
/** If a path is a union of two, a request must fit both. */
type Both<R> = (R extends unknown ? (one: R) => void : never) extends (one: infer All) => void ? All : never
type PlacesOf<R> = Both<R extends unknown ? PlaceOf<R> : never> & AddressParts
type RequestsOf<R> = Both<R extends unknown ? RequestOf<R> : never>
type Rest<T> = Record<never, never> extends T ? [options?: T] : [options: T]

export type AddressOf<O = Operations> = <Path extends PathOf<'get', O>>(
  path: Path,
  ...parts: Rest<PlacesOf<Operation<'get', Path, O>>>
) => string

export type Call<M extends Method, O = Operations> = <Path extends JsonPathOf<M, O>>(
  path: Path,
  ...options: Rest<RequestsOf<Operation<M, Path, O>> & CallSettings>
) => Promise<AnswerOf<Operation<M, Path, O>>>

/** One function per method; path, parameters, query, body and answer come from the contract. */
export type Client<O = Operations> = { readonly [M in Method]: Call<M, O> }
