import { useCallback, useEffect, useRef, useState } from 'react'
import type { FramePlace, FromFrame, Target, ToFrame } from './bridge/protocol'
import type { FrameHandle } from './chapter-frame'

type Turn = Extract<ToFrame, { readonly kind: 'turn' }>

export interface ChapterTarget {
  readonly chapter: number
  readonly target: Target
}

export interface Frames {
  /** Chapters in the document: the current one, one being opened, the preloaded next one. */
  readonly mounted: readonly number[]
  readonly shown: number | null
  /** The last requested chapter; it may still be loading. */
  readonly wanted: number
  readonly place: FramePlace | null
  readonly error: unknown
  readonly acted: boolean
  readonly goTo: (to: ChapterTarget) => void
  /** The message goes to the current chapter; while one opens, only turns wait for it. */
  readonly post: (message: ToFrame) => void
  /** Gives the focus to the current chapter. */
  readonly focus: () => void
  readonly handleOf: (index: number) => (handle: FrameHandle | null) => void
  readonly onMessage: (index: number, message: FromFrame) => void
  readonly onError: (index: number, error: unknown) => void
  readonly retry: () => void
  readonly attemptOf: (index: number) => number
}

type Options = {
  readonly opening: ChapterTarget
  /** The second page of a fixed-layout spread; null without one. */
  readonly partnerOf: (chapter: number) => number | null
  /** The chapter to preload after this one; null at the end. */
  readonly after: (chapter: number) => number | null
  /** Whether a chapter is a single page: a turn leads out of it even before it is there. */
  readonly singlePages: boolean
  /** Messages of frames other than places. */
  readonly onOther: (message: FromFrame, chapter: number) => void
}

/** Open chapters, and the current place. */
export function useFrames({ opening, partnerOf, after, singlePages, onOther }: Options): Frames {
  const [wanted, setWanted] = useState(opening)
  const [shown, setShown] = useState<number | null>(null)
  const [place, setPlace] = useState<FramePlace | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [attempts, setAttempts] = useState<Readonly<Record<number, number>>>({})
  const failed = useRef(new Set<number>())
  const [acted, setActed] = useState(false)
  const handles = useRef(new Map<number, FrameHandle>())
  const ready = useRef(new Set<number>())
  // Messages may arrive between two renders, so they must not depend on rendered state.
  const now = useRef<{ wanted: ChapterTarget; shown: number | null }>({ wanted: opening, shown: null })
  /** Turns of the chapter that is being opened. */
  const turns = useRef<Turn[]>([])
  /** Turns that the current chapter has not answered. */
  const asked = useRef<Turn[]>([])
  const partner = useRef(partnerOf)
  partner.current = partnerOf
  const other = useRef(onOther)
  other.current = onOther

  const next = shown === wanted.chapter ? after(shown) : null
  const some = [shown, wanted.chapter, next].filter(index => index !== null)
  const partners = some.map(partnerOf).filter(index => index !== null)
  const mounted = [...new Set([...some, ...partners])].sort((a, b) => a - b)
  const list = mounted.join()
  useEffect(() => {
    const still = new Set(list.split(',').map(Number))
    for (const index of ready.current) if (!still.has(index)) ready.current.delete(index)
  }, [list])

  const send = useCallback((index: number, message: ToFrame) => handles.current.get(index)?.post(message), [])
  const tryAgain = useCallback((index: number) => {
    setError(null)
    if (failed.current.delete(index)) setAttempts(was => ({ ...was, [index]: (was[index] ?? 0) + 1 }))
  }, [])
  const goTo = useCallback(
    (to: ChapterTarget) => {
      setActed(true)
      now.current.wanted = to
      turns.current = []
      asked.current = []
      setWanted(to)
      tryAgain(to.chapter)
      if (ready.current.has(to.chapter)) send(to.chapter, { kind: 'go', target: to.target })
    },
    [send, tryAgain],
  )
  const post = useCallback(
    (message: ToFrame) => {
      const { wanted, shown } = now.current
      const current = shown === wanted.chapter ? shown : null
      if (current === null && message.kind !== 'turn') return
      setActed(true)
      if (message.kind === 'turn') {
        if (current !== null) asked.current.push(message)
        else if (singlePages) other.current({ kind: 'edge', move: message.move }, wanted.chapter)
        else turns.current.push(message)
      }
      if (current !== null) send(current, message)
    },
    [send, singlePages],
  )
  const focus = useCallback(() => handles.current.get(now.current.shown ?? -1)?.focus(), [])
  const onMessage = useCallback(
    (index: number, message: FromFrame) => {
      const { wanted, shown } = now.current
      if (message.kind === 'ready') {
        ready.current.add(index)
        if (wanted.chapter === index) send(index, { kind: 'go', target: wanted.target })
      } else if (message.kind === 'place') {
        if (wanted.chapter !== index) return
        now.current.shown = index
        if (message.turned) asked.current.shift()
        for (const turn of turns.current.splice(0)) post(turn)
        setShown(index)
        setPlace(was => (was && shown === index && isSame(was, message.place) ? was : message.place))
      } else if (shown === wanted.chapter && (shown === index || partner.current(shown) === index)) {
        if (message.kind === 'edge') asked.current.shift()
        const later = asked.current
        other.current(message, index)
        // It has got them too, but they are meant for the chapter that the turn led to.
        if (message.kind === 'edge' && now.current.wanted.chapter !== shown) for (const turn of later) post(turn)
      }
    },
    [send, post],
  )
  const handleOf = useCallback(
    (index: number) => (handle: FrameHandle | null) => {
      if (handle) handles.current.set(index, handle)
      else handles.current.delete(index)
    },
    [],
  )
  const onError = useCallback((index: number, failure: unknown) => {
    failed.current.add(index)
    if (now.current.wanted.chapter === index) turns.current = []
    // A preloaded chapter may fail silently: it is fetched again when it is needed.
    if (now.current.wanted.chapter === index) setError(failure)
  }, [])
  const retry = useCallback(() => tryAgain(now.current.wanted.chapter), [tryAgain])
  const attemptOf = (index: number) => attempts[index] ?? 0
  return {
    mounted,
    shown,
    wanted: wanted.chapter,
    place,
    error,
    acted,
    goTo,
    post,
    focus,
    handleOf,
    onMessage,
    onError,
    retry,
    attemptOf,
  }
}

function isSame(a: FramePlace, b: FramePlace): boolean {
  return (
    a.progression === b.progression &&
    a.pages === b.pages &&
    a.scrolls === b.scrolls &&
    a.words === b.words &&
    a.atStart === b.atStart &&
    a.atEnd === b.atEnd &&
    `${a.marks}` === `${b.marks}`
  )
}
