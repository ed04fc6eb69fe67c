import type { MarkColor } from '@octavo/contract/mark-limits'
import type { PageSettings, View } from './geometry.rules'

/** What reader and chapter tell each other. The chapter lives in a frame without an origin: messages are all there is. */

export interface ReadingStyle extends PageSettings {
  /** Of a page of fixed layout that stands next to another one. */
  readonly side?: 'left' | 'right'
  readonly background: string
  readonly ink: string
  readonly link: string
  /** The book's own colours give way (dark paper under dark letters cannot be read). */
  readonly recolour: boolean
  readonly scheme: 'light' | 'dark'
  /** As a stylesheet names it; null leaves it to the book. */
  readonly fontFamily: string | null
  /** Hundredths of a letter's height, on top of the normal space. */
  readonly letterSpacing: number
  readonly wordSpacing: number
  readonly hyphens: 'auto' | 'on' | 'off'
  /** Height of a line in letters; 0 leaves it to the book. */
  readonly lineHeight: number
  readonly align: 'publisher' | 'start' | 'justify'
}

export interface FrameConfig {
  readonly style: ReadingStyle
  /** Size of the page when the layout is fixed. */
  readonly fixed: View | null
  readonly token: string
}

export type Target =
  | { readonly kind: 'progression'; readonly value: number }
  | { readonly kind: 'fragment'; readonly id: string }
  /** The words at the top of the screen, with the share at which they were. */
  | { readonly kind: 'text'; readonly words: string; readonly progression: number }
  /** A hit of the search: its place in the text, by characters. */
  | { readonly kind: 'found'; readonly start: number; readonly end: number }

/** A mark of the reader's in the chapter. */
export interface FrameMark {
  readonly id: string
  /** Null is not drawn: a bookmark or a note. */
  readonly color: MarkColor | null
  readonly quote: string
  readonly before: string
  readonly after: string
  /** Share of the chapter's words before it, or of the chapter. */
  readonly progression: number
}

/** Words that are selected, and where they are on the screen, in pixels of the frame. */
export interface Selected {
  readonly quote: string
  readonly before: string
  readonly after: string
  /** Share of the chapter's words before them. */
  readonly progression: number
  readonly box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
}

/** A file of a font. The frame may fetch nothing from the app, so that it gets the bytes. */
export interface FontFile {
  readonly data: ArrayBuffer
  readonly weight: string
  readonly style: 'normal' | 'italic'
  /** The characters that are in it; absent for a font in one file. */
  readonly unicodeRange?: string
}

/** The family of the files that are sent. */
export const CHOSEN_FONT = 'octavo-chosen'

export type ToFrame =
  | { readonly kind: 'fonts'; readonly files: readonly FontFile[] }
  | { readonly kind: 'marks'; readonly marks: readonly FrameMark[] }
  | { readonly kind: 'unselect' }
  /** The words that are read aloud, by characters: drawn, and brought on the screen. */
  | { readonly kind: 'speak'; readonly span: { readonly start: number; readonly end: number } | null }
  | { readonly kind: 'style'; readonly style: ReadingStyle }
  | { readonly kind: 'go'; readonly target: Target }
  | { readonly kind: 'turn'; readonly move: 'next' | 'previous' }
  | { readonly kind: 'scroll'; readonly share: number }

/** Where the chapter is. */
export interface FramePlace {
  readonly progression: number
  /** 0-based. */
  readonly page: number
  readonly pages: number
  readonly atStart: boolean
  readonly atEnd: boolean
  /** The first words on the screen, and what comes before and after. */
  readonly words: string
  readonly before: string
  readonly after: string
  /** Ids of the marks whose first words are on the screen. */
  readonly marks: readonly string[]
}

export interface FoundMark extends Omit<Selected, 'box'> {
  readonly id: string
}

export type FromFrame =
  | { readonly kind: 'ready' }
  | { readonly kind: 'place'; readonly place: FramePlace }
  /** Turning led beyond the chapter. */
  | { readonly kind: 'edge'; readonly move: 'next' | 'previous' }
  /** A tap that nothing in the chapter answered; fractions of the view. */
  | { readonly kind: 'tap'; readonly x: number; readonly y: number }
  | { readonly kind: 'swipe'; readonly dx: number; readonly dy: number }
  | { readonly kind: 'key'; readonly key: string; readonly shiftKey: boolean }
  | { readonly kind: 'link'; readonly href: string; readonly note: boolean }
  | { readonly kind: 'away'; readonly url: string }
  | { readonly kind: 'image'; readonly src: string; readonly alt: string }
  | { readonly kind: 'pointer'; readonly y: number }
  | { readonly kind: 'selection'; readonly selected: Selected | null }
  /** A mark was tapped. */
  | { readonly kind: 'mark'; readonly id: string }
  /** Where marks were found in the chapter as it is; those that were not found are missing. */
  | { readonly kind: 'found'; readonly marks: readonly FoundMark[] }

/** Attributes that the sanitiser leaves for the bridge. */
export const INNER_LINK = 'data-octavo-href'
export const AWAY_LINK = 'data-octavo-away'
export const NOTE_LINK = 'data-octavo-note'
