type Headers = Readonly<Record<string, string>>

/** Answers of the floor: the minimum work for the same bytes. */
export type FloorAnswer =
  | { readonly kind: 'bytes'; readonly headers: Headers; readonly body: string }
  | { readonly kind: 'file'; readonly headers: Headers; readonly file: string }
  | {
      readonly kind: 'slice'
      readonly headers: Headers
      readonly file: string
      readonly from: number
      readonly to: number
    }
  | {
      readonly kind: 'inflate'
      readonly headers: Headers
      readonly file: string
      readonly from: number
      readonly to: number
    }
  /** One row inserted into a table of one SQLite file, in its own transaction, synced to disk. */
  | { readonly kind: 'write'; readonly headers: Headers; readonly body: string; readonly database: string }

export interface FloorQuestion {
  /** First part of the path that these answers are at, each in turn. */
  readonly name: string
  readonly answers: readonly FloorAnswer[]
}
