import type { MarkColor } from '@octavo/contract/mark-limits'
import type { SelectStep } from '../select-text.rules'
import type { PageSettings, View } from './geometry.rules'

/**
 * Messages between reader and chapter. The chapter is in a frame with an opaque origin: messages are the only
 * connection.
 */

export interface ReadingStyle extends PageSettings {
  /** Directions in which a finger scrolls a fixed-layout page that is larger than the view. */
  readonly touch: 'none' | 'pan-y' | 'pan-x pan-y'
  readonly background: string
  readonly ink: string
  readonly link: string
  /** Overrides the book's own colours (dark paper would make dark text unreadable). */
  readonly recolour: boolean
  readonly scheme: 'light' | 'dark'
  /** A CSS value; null uses the book's. */
  readonly fontFamily: string | null
  /** In hundredths of an em, added to normal spacing. */
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly hyphens: 'auto' | 'on' | 'off'
  /** Line height in em; 0 uses the book's. */
  readonly lineHeight: number
  readonly align: 'publisher' | 'start' | 'justify'
}

export interface FrameConfig {
  readonly style: ReadingStyle
  /** Size of a fixed-layout page. */
  readonly fixed: View | null
  readonly token: string
}

export type Target =
  | { readonly kind: 'progression'; readonly value: number }
  | { readonly kind: 'fragment'; readonly id: string }
  /** The first visible text, with its share of the chapter. */
  | { readonly kind: 'text'; readonly words: string; readonly progression: number }
  /** A search hit: its character range in the text. */
  | { readonly kind: 'found'; readonly start: number; readonly end: number }

/** A mark of the reader's in the chapter. */
export interface FrameMark {
  readonly id: string
  /** Null is not drawn: a bookmark or a note. */
  readonly color: MarkColor | null
  /** Underlined: it has a note to open. */
  readonly noted: boolean
  readonly quote: string
  readonly before: string
  readonly after: string
  /** Share of the chapter's text before it, or of the chapter. */
  readonly progression: number
}

/** Selected text, and its position in the frame, in pixels. */
export interface Selected {
  readonly quote: string
  readonly before: string
  readonly after: string
  /** Share of the chapter's text before it. */
  readonly progression: number
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  readonly byKeys: boolean
}

/** A font file. The frame cannot fetch from the app, so it gets the bytes. */
export interface FontFile {
  readonly data: ArrayBuffer
  readonly weight: string
  readonly style: 'normal' | 'italic'
  /** The characters that it contains; absent for a font in one file. */
  readonly unicodeRange?: string
}

/** The family of the sent files. */
export const CHOSEN_FONT = 'octavo-chosen'

export type ToFrame =
  | { readonly kind: 'fonts'; readonly files: readonly FontFile[] }
  | { readonly kind: 'marks'; readonly marks: readonly FrameMark[] }
  | { readonly kind: 'unselect' }
  /** By keys. */
  | { readonly kind: 'select'; readonly step: SelectStep }
  /** Opens a picture on the screen: the next one each time. */
  | { readonly kind: 'picture' }
  /** The text being read aloud, by character range: highlighted, and scrolled into view. */
  | { readonly kind: 'speak'; readonly span: { readonly start: number; readonly end: number } | null }
  | { readonly kind: 'style'; readonly style: ReadingStyle }
  | { readonly kind: 'go'; readonly target: Target }
  | { readonly kind: 'turn'; readonly move: 'next' | 'previous' }
  | { readonly kind: 'scroll'; readonly share: number }

/** The current place in the chapter. */
export interface FramePlace {
  readonly progression: number
  /** 0-based. */
  readonly page: number
  readonly pages: number
  /** It has no pages: the reader prefers that, or it is too long for columns. */
  readonly scrolls: boolean
  readonly atStart: boolean
  readonly atEnd: boolean
  /** The visible text as shares of the chapter's text. */
  readonly from: number
  readonly to: number
  /** The first visible text, with its context. */
  readonly words: string
  readonly before: string
  readonly after: string
  /** Ids of the marks that begin on the screen. */
  readonly marks: readonly string[]
}

export interface FoundMark extends Omit<Selected, 'box' | 'byKeys'> {
  readonly id: string
}

export type FromFrame =
  | { readonly kind: 'ready' }
  /** After a turn, it answers that. */
  | { readonly kind: 'place'; readonly place: FramePlace; readonly turned: boolean }
  /** Turning led out of the chapter. */
  | { readonly kind: 'edge'; readonly move: 'next' | 'previous' }
  /** A tap that nothing in the chapter handled; fractions of the view. */
  | { readonly kind: 'tap'; readonly x: number; readonly y: number }
  | { readonly kind: 'swipe'; readonly dx: number; readonly dy: number }
  /** Two fingers on a fixed-layout page: first where they are, then how far they have moved and spread since. */
  | { readonly kind: 'pinch'; readonly step: 'begin'; readonly x: number; readonly y: number }
  | { readonly kind: 'pinch'; readonly step: 'move'; readonly factor: number; readonly dx: number; readonly dy: number }
  | { readonly kind: 'key'; readonly key: string; readonly shiftKey: boolean }
  | { readonly kind: 'link'; readonly href: string; readonly note: boolean }
  | { readonly kind: 'away'; readonly url: string }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string }
  | { readonly kind: 'pointer'; readonly y: number }
  | { readonly kind: 'selection'; readonly selected: Selected | null }
  /** A mark was tapped. */
  | { readonly kind: 'mark'; readonly id: string }
  /** Positions of marks in the current chapter; those not found are missing. */
  | { readonly kind: 'found'; readonly marks: readonly FoundMark[] }

/** Attributes that the sanitiser adds for the bridge. */
export const INNER_LINK = 'data-octavo-href'
export const AWAY_LINK = 'data-octavo-away'
export const NOTE_LINK = 'data-octavo-note'
/** Our limit for columns of the book, and the elements that may have some. */
export const COLUMNS_SHEET = 'data-octavo-columns-limit'
export const BOOK_COLUMNS = 'data-octavo-columns'
