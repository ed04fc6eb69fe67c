import type { PageSettings, View } from './geometry.rules'

/** What reader and chapter tell each other. The chapter lives in a frame without an origin: messages are all there is. */

export interface ReadingStyle extends PageSettings {
  readonly background: string
  readonly ink: string
  readonly link: string
  /** The book's own colours give way (dark paper under dark letters cannot be read). */
  readonly recolour: boolean
  readonly scheme: 'light' | 'dark'
  readonly font: 'publisher' | 'serif' | 'sans'
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

export type ToFrame =
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

/** Attributes that the sanitiser leaves for the bridge. */
export const INNER_LINK = 'data-octavo-href'
export const AWAY_LINK = 'data-octavo-away'
export const NOTE_LINK = 'data-octavo-note'
