import type { PublicationManifest } from '@octavo/contract/publication'
import { type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { BookDto } from '../../api'
import { useScheme } from '../../theme/appearance'
import { useWayBack, type WayBack } from '../chrome/use-way-back'
import type { Move } from '../comic/direction.rules'
import { type SavedSettings, useSettings } from '../settings/use-settings'
import type { FontFile, FramePlace, FromFrame, ReadingStyle } from './bridge/protocol'
import type { Chapters } from './chapter/chapters'
import { type EpubSettings, epubSettings, fixedSettings, type Paper, paperOf, readingStyle } from './epub-settings'
import { type FixedSpreads, fixedSpreads } from './fixed-spreads.rules'
import { useFontFiles } from './fonts/use-font-files'
import { type BookPlace, findChapter, plainPath, positionOf, totalPositions, totalProgression } from './locator.rules'
import { atShare, nextChapter } from './opening.rules'
import { pagesLeft } from './pages-left.rules'
import { currentLine, type TocLine, tocLines } from './toc.rules'
import { type FixedStage, useFixedStage } from './use-fixed-stage'
import { type ChapterTarget, type Frames, useFrames } from './use-frames'
import { useLineStarts } from './use-line-starts'
import { useWideWindow } from './use-wide-window'

/** State of an open ebook: the place, the style, and the content. */
export interface Epub {
  readonly book: BookDto
  readonly manifest: PublicationManifest
  readonly chapters: Chapters
  readonly saved: SavedSettings<EpubSettings>
  readonly paper: Paper
  readonly style: ReadingStyle
  readonly spreads: FixedSpreads
  /** Of a book with a fixed layout; null for text. */
  readonly fixed: FixedStage | null
  /** Two pages of a fixed layout are shown at once. */
  readonly double: boolean
  /** The setting that changes that. */
  readonly otherSpread: EpubSettings['spread']
  /** Files of the chosen font. */
  readonly fonts: readonly FontFile[]
  readonly frames: Frames
  readonly lines: readonly TocLine[]
  /** Index of the line of a place in a chapter, by the share of its text before it; exact in the shown chapter. */
  readonly lineAt: (chapter: number, share: number) => number
  /** Index of the current line of contents, -1 for none. */
  readonly line: number
  readonly direction: 'ltr' | 'rtl'
  readonly here: BookPlace | null
  /** Read share of the book, 0 to 1; 1 on its last page. */
  readonly share: number
  /** The chapter scrolls, chosen or not. */
  readonly scrolls: boolean
  /** It has another one before it. */
  readonly hasPrevious: boolean
  /** Remaining pages of the chapter; null without pages. */
  readonly pagesLeft: number | null
  /** 1-based, and how many there are. */
  readonly position: number
  readonly positions: number
  readonly ended: boolean
  readonly turn: (move: Move) => void
  readonly jump: (to: ChapterTarget) => void
  readonly wayBack: WayBack<LeftPlace>
  /** To where the reader was before a jump. */
  readonly goBack: () => void
  /** The place before the last jump; undefined once the new one was reported. */
  readonly leftFrom: RefObject<FramePlace | null | undefined>
  readonly jumpToShare: (share: number) => void
  readonly skip: (move: Move) => void
  /** Follows a link inside the book; false if it leads nowhere. */
  readonly follow: (href: string) => boolean
}

/** Where the reader was before a jump. */
export interface LeftPlace extends ChapterTarget {
  readonly share: number
}

type Options = {
  readonly book: BookDto
  readonly manifest: PublicationManifest
  readonly chapters: Chapters
  readonly opening: ChapterTarget
  readonly onFrame: (message: FromFrame) => void
}

const TO_START = { kind: 'progression', value: 0 } as const
const TO_END = { kind: 'progression', value: 1 } as const

export function useEpub({ book, manifest, chapters, opening, onFrame }: Options): Epub {
  const { layout, spread } = manifest.metadata
  const isFixed = layout === 'fixed'
  const saved = useSettings(isFixed ? fixedSettings : epubSettings, book)
  const scheme = useScheme()
  const paper = paperOf(saved.settings, scheme)
  const fonts = useFontFiles(saved.settings.font, manifest.metadata.language)
  const [ended, setEnded] = useState(false)
  const { links } = chapters
  const direction = directionOf(manifest)
  const isWide = useWideWindow()
  const { fit } = saved.settings
  const pairs = pairing(saved.settings.spread, isWide && spread !== 'none')
  const double = isFixed && pairs.double
  const rightToLeft = direction === 'rtl'
  const spreads = useMemo(() => fixedSpreads(links, double, rightToLeft), [links, double, rightToLeft])
  const inView = useRef<FixedStage['inView']>(message => message)
  const pinch = useRef<FixedStage['pinch']>(() => {})
  const onEdge = useRef<(move: Move, chapter: number) => void>(() => {})
  const frames = useFrames({
    opening: toSpread(opening, spreads),
    partnerOf: spreads.partnerOf,
    after: chapter => nextChapter(links, spreads.partnerOf(chapter) ?? chapter, 1),
    singlePages: isFixed,
    onOther: (message, chapter) => {
      if (message.kind === 'edge') return onEdge.current(message.move, chapter)
      // A selection belongs to the reported page.
      if (message.kind === 'selection' && spreads.leadOf(chapter) !== chapter) return
      if (message.kind === 'pinch') return pinch.current(message, chapter)
      onFrame(isFixed ? inView.current(message, chapter) : message)
    },
  })
  const { shown, wanted, place, goTo, post } = frames
  const stage = useFixedStage({ shown, spreads, fit, rightToLeft })
  inView.current = stage.inView
  pinch.current = stage.pinch
  const { x, y } = stage.overflow
  const touch = x ? 'pan-x pan-y' : y ? 'pan-y' : 'none'
  const style = useMemo(() => readingStyle(saved.settings, paper, touch), [saved.settings, paper, touch])

  // Another window may pair pages differently.
  useEffect(() => {
    const lead = shown === null ? null : spreads.leadOf(shown)
    if (lead !== null && lead !== shown) goTo({ chapter: lead, target: TO_START })
  }, [spreads, shown, goTo])
  const leftFrom = useRef<FramePlace | null | undefined>(undefined)
  const lastPlace = useRef(place)
  lastPlace.current = place
  const wayBack = useWayBack<LeftPlace>(`${shown}.${place?.page}`)
  const left = useRef<LeftPlace | null>(null)
  const { jumpedFrom, taken } = wayBack
  const goWithoutReturn = useCallback(
    (to: ChapterTarget) => {
      setEnded(false)
      leftFrom.current = lastPlace.current
      goTo(toSpread(to, spreads))
    },
    [goTo, spreads],
  )
  const jump = useCallback(
    (to: ChapterTarget) => {
      if (left.current) jumpedFrom(left.current)
      goWithoutReturn(to)
    },
    [goWithoutReturn, jumpedFrom],
  )
  const goBack = () => {
    if (!wayBack.place) return
    taken()
    goWithoutReturn(wayBack.place)
  }
  const skip = useCallback(
    (move: Move) => {
      // From the last requested chapter: pressing a key three times moves three chapters.
      const from = move === 'next' ? (spreads.partnerOf(wanted) ?? wanted) : wanted
      const chapter = nextChapter(links, from, move === 'next' ? 1 : -1)
      if (chapter !== null) jump({ chapter, target: TO_START })
    },
    [links, wanted, jump, spreads],
  )
  onEdge.current = (move, edge) => {
    const from = move === 'next' ? (spreads.partnerOf(edge) ?? edge) : edge
    const chapter = nextChapter(links, from, move === 'next' ? 1 : -1)
    if (chapter !== null) goTo(toSpread({ chapter, target: move === 'next' ? TO_START : TO_END }, spreads))
    else if (move === 'next') setEnded(true)
  }
  const turn = useCallback(
    (move: Move) => {
      if (!ended) return post({ kind: 'turn', move })
      if (move === 'previous') setEnded(false)
    },
    [ended, post],
  )
  const follow = useCallback(
    (href: string) => {
      const chapter = findChapter(links, href)
      if (chapter === -1) return false
      const fragment = href.split('#')[1]
      jump({ chapter, target: fragment ? { kind: 'fragment', id: plainPath(fragment) } : TO_START })
      return true
    },
    [links, jump],
  )
  const jumpToShare = useCallback((share: number) => jump(atShare(links, share)), [links, jump])

  const lines = useMemo(() => tocLines(manifest.toc, links), [manifest.toc, links])
  const starts = useLineStarts(chapters, lines, shown)
  const lineOf = (chapter: number, { from, to }: Pick<FramePlace, 'from' | 'to'>) =>
    currentLine(lines, chapter, chapter === shown && starts ? { from, to, starts } : undefined)
  const here = shown !== null && place ? { chapter: shown, progression: place.progression } : null
  const last =
    here !== null &&
    nextChapter(links, spreads.partnerOf(here.chapter) ?? here.chapter, 1) === null &&
    place?.atEnd === true
  const share = last ? 1 : here ? totalProgression(links, here) : 0
  // At the end, the book is read again.
  left.current = here && place && !ended ? { ...targetOf(here.chapter, place), share } : null
  return {
    ...{
      book,
      manifest,
      chapters,
      saved,
      paper,
      style,
      spreads,
      fixed: isFixed ? stage : null,
      double,
      otherSpread: pairs.other,
      fonts,
      frames,
      lines,
      lineAt: (chapter: number, share: number) => lineOf(chapter, { from: share, to: share }),
      here,
      ended,
      turn,
      jump,
      wayBack,
      goBack,
      leftFrom,
      jumpToShare,
      skip,
      follow,
    },
    line: here && place ? lineOf(here.chapter, place) : -1,
    direction,
    scrolls: place?.scrolls === true,
    hasPrevious: here !== null && nextChapter(links, here.chapter, -1) !== null,
    share,
    position: here ? (last ? totalPositions(links) : positionOf(links, here)) : 1,
    pagesLeft:
      here && place && !isFixed
        ? pagesLeft(place, lines, here.chapter, nextChapter(links, here.chapter, 1), starts)
        : null,
    positions: totalPositions(links),
  }
}

function targetOf(chapter: number, { words, progression }: FramePlace): ChapterTarget {
  return { chapter, target: words ? { kind: 'text', words, progression } : { kind: 'progression', value: progression } }
}

export const toPage = (chapter: number): ChapterTarget => ({ chapter, target: TO_START })

/** Automatic where that is enough: what is chosen in a wide window also applies to a phone. */
function pairing(chosen: EpubSettings['spread'], automatic: boolean) {
  const double = chosen === 'auto' ? automatic : chosen === '2'
  const other = double !== automatic ? 'auto' : double ? '1' : '2'
  return { double, other } as const
}

/** A second page of a spread is shown with the first. */
function toSpread(to: ChapterTarget, { leadOf }: FixedSpreads): ChapterTarget {
  const chapter = leadOf(to.chapter)
  return chapter === to.chapter ? to : { chapter, target: TO_START }
}

/** Books in these scripts without a direction are still read from the right. */
function directionOf(manifest: PublicationManifest): 'ltr' | 'rtl' {
  const { readingProgression, language } = manifest.metadata
  if (readingProgression !== 'auto') return readingProgression
  return /^(?:ar|he|iw|fa|ur|yi)\b/i.test(language ?? '') ? 'rtl' : 'ltr'
}
