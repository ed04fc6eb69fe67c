import type { ReactNode } from 'react'
import type { TextRangeDto } from '../../api/types'

/** Something that can be chosen: a place with an address, or something to do. */
export type Item = {
  readonly id: string
  readonly title: string
  readonly ranges: readonly TextRangeDto[]
  readonly line: string
  readonly lineRanges?: readonly TextRangeDto[]
  readonly picture:
    | { readonly cover: string | null; readonly thumbHash: string | null | undefined }
    | { readonly icon: ReactNode }
  /** Of what to do: null. */
  readonly href: string | null
  /** What to do; null for a place. */
  readonly run: (() => void) | null
}

export type Group = { readonly name: string; readonly items: readonly Item[] }
