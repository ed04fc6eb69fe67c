import { useCallback, useEffect, useState } from 'react'

/** The way back to where the reader was before a jump: a link, a search hit, the contents, the slider. */
export interface WayBack<Place> {
  /** Null without a jump, and once the reader has read on from its target. */
  readonly place: Place | null
  /** Nothing was turned since the jump. */
  readonly fresh: boolean
  /** Call it before each jump: of several without a turn between them, the way leads to where the first began. */
  readonly jumpedFrom: (place: Place) => void
  /** The reader has returned: what is left is the place before an earlier jump. */
  readonly taken: () => void
  readonly forget: () => void
}

interface Left<Place> {
  readonly place: Place
  readonly screen: string
}

interface Way<Place> {
  readonly left: readonly Left<Place>[]
  readonly jumpedAt: number
  readonly turns: number
}

/** Turns after which the reader is reading there. */
const MOST_TURNS = 6
/** The target may need several steps to be in place. */
const LANDING_MS = 1500

/** `screen` differs for each screen of the book. */
export function useWayBack<Place>(screen: string): WayBack<Place> {
  const [way, setWay] = useState<Way<Place> | null>(null)
  useEffect(() => {
    setWay(was => {
      if (!was || Date.now() - was.jumpedAt < LANDING_MS) return was
      const turns = was.turns + 1
      return screen === was.left.at(-1)?.screen || turns >= MOST_TURNS ? null : { ...was, turns }
    })
  }, [screen])
  const jumpedFrom = useCallback(
    (place: Place) =>
      setWay(was => {
        const here = { place, screen }
        const left = !was ? [here] : was.turns === 0 ? was.left : [...was.left, here]
        return { left, jumpedAt: Date.now(), turns: 0 }
      }),
    [screen],
  )
  const taken = useCallback(
    () =>
      setWay(was => {
        const left = was?.left.slice(0, -1) ?? []
        return left.length > 0 ? { left, jumpedAt: Date.now(), turns: 1 } : null
      }),
    [],
  )
  const forget = useCallback(() => setWay(null), [])
  const last = way?.left.at(-1)
  const isAway = last !== undefined && last.screen !== screen
  return { place: isAway ? last.place : null, fresh: isAway && way?.turns === 0, jumpedFrom, taken, forget }
}
