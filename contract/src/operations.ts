import type { Method, Payload, Route } from './route'
import type { Nouns } from './routes'
import type * as z from './zod'

type Declared = { readonly method: Method; readonly path: string; readonly payload: Payload; readonly access: unknown }
type RoutesOf<Noun> = Noun extends unknown ? Extract<Noun[keyof Noun], Declared> : never
/** A route typed as plain `Route` has no literal path and would match all, so it is left out. */
type NameOf<R extends Declared> = string extends R['path'] ? never : `${R['method']} ${R['path']}`

/** Every route of the contract by method and path, such as `get /api/v1/books/{book_id}`. Types only. */
export type Operations = { readonly [R in RoutesOf<Nouns> as NameOf<R>]: R }

/** Values for the `{names}` in the path; never if it has none. */
export type ParamsOf<R> = R extends { readonly params: infer S extends z.ZodType } ? Readonly<z.output<S>> : never

/** Query parameters: lists are joined by commas, and null or undefined is left out. */
export type QueryOf<R> = R extends { readonly query: infer S extends z.ZodType }
  ? QueryFields<z.input<S>, z.output<S>>
  : never

type QueryFields<Input, Output> = {
  readonly [K in keyof Output as IsOptional<Input, K> extends true ? never : K]: Sent<Output[K]>
} & {
  readonly [K in keyof Output as IsOptional<Input, K> extends true ? K : never]?: Sent<Output[K]> | null | undefined
}

type IsOptional<T, K> = K extends keyof T ? (Partial<Pick<T, K>> extends Pick<T, K> ? true : false) : true

/** A form with a file: FormData in browsers. */
export interface Upload {
  append(name: string, value: string): void
  has(name: string): boolean
}

/** The body as JSON; undefined too if it is optional, never if there is none. */
export type BodyOf<R> = R extends { readonly upload: z.ZodType }
  ? Upload
  : R extends { readonly body: infer S extends z.ZodType }
    ? Sent<z.input<S>> | (R extends { readonly bodyOptional: true } ? undefined : never)
    : never

/** Sent values may be read-only. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [K in keyof T]: Sent<T[K]> }
    : T

/** The JSON of a success; undefined if it may have no content, never if it is bytes. */
export type AnswerOf<R> = R extends Pick<Route, 'payload'> ? PayloadOf<R['payload']> | NoContentOf<R> : never

type PayloadOf<P> = P extends { readonly schema: infer S extends z.ZodType }
  ? z.output<S>
  : P extends { readonly kind: 'none' }
    ? undefined
    : never

type NoContentOf<R> = R extends { readonly also: readonly (infer Status)[] }
  ? 204 extends Status
    ? undefined
    : never
  : never
