import type { ReactNode } from 'react'
import type { TextRangeDto } from '../../api/types'

/** A selectable item: a link or an action. */
export type Item = {
  readonly id: string
  readonly title: string
  readonly ranges: readonly TextRangeDto[]
  readonly line: string
  readonly lineRanges?: readonly TextRangeDto[]
  readonly picture:
    | { readonly cover: string | null; readonly thumbHash: string | null | undefined }
    | { readonly icon: ReactNode }
  /** Null for actions. */
  readonly href: string | null
  /** The action; null for a link. */
  readonly run: (() => void) | null
}

export type Group = { readonly name: string; readonly items: readonly Item[] }
