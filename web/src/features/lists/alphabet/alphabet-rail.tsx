import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type PointerEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react'
import { api } from '../../../api/client'
import { queryKeys } from '../../../api/query-keys'
import { t } from '../../../messages'
import { useFirstCovers } from '../../../ui/opening'
import type { ListHandle } from '../../../ui/use-virtual-list'
import type { List } from '../list.queries'
import { listBody } from '../list-state'
import type { Direction } from '../question/sort.rules'
import classes from './alphabet-rail.module.css'
import { fitting, type Letter, letterAt, lettersOf } from './letters.rules'

type Props = {
  readonly list: List
  readonly direction: Direction
  readonly handle: RefObject<ListHandle | null>
}

/** Everything that scrolls, other than a jump. */
const inputs = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const

/** Height of a letter in pixels. */
const letterHeight = 24

/** Letters at the edge that jump to the first title under each. Supports sliding with a finger. */
export function AlphabetRail({ list: { libraryId, condition, text }, direction, handle }: Props) {
  const asked = { groups: true, libraryId, condition, text }
  const { data } = useQuery({
    queryKey: queryKeys.seriesList(asked),
    queryFn: ({ signal }) =>
      api.post('/api/v1/series/list/alphabetical-groups', {
        body: listBody(libraryId, condition, text),
        signal,
      }),
    staleTime: 30_000,
    placeholderData: keepPreviousData,
    enabled: useFirstCovers(),
  })
  const [height, setHeight] = useState(() => window.innerHeight)
  useEffect(() => {
    const measure = () => setHeight(window.innerHeight)
    window.addEventListener('resize', measure)
    return () => window.removeEventListener('resize', measure)
  }, [])
  const letters = useMemo(() => lettersOf(data ?? [], direction), [data, direction])
  const shown = useMemo(() => fitting(letters, Math.floor((height - 190) / letterHeight)), [letters, height])
  const here = useLetterHere(letters, handle)
  const [chosen, setChosen] = useChosenLetter()
  const slid = useRef<Letter | null>(null)
  if (shown.length < 2) return null

  const jump = (letter: Letter) => {
    setChosen(letter)
    handle.current?.jumpTo(letter.index)
  }
  const slide = (event: PointerEvent<HTMLElement>) => {
    if (event.pointerType === 'mouse') return
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-letter]')
    const letter = shown[Number(under?.dataset.letter ?? -1)]
    if (!letter || letter === slid.current) return
    slid.current = letter
    jump(letter)
  }
  const current = letterAt(shown, chosen?.index ?? here?.index ?? 0)
  return (
    <nav
      className={classes.rail}
      data-letters
      aria-label={t('lists.alphabet')}
      onPointerMove={slide}
      onPointerUp={() => {
        slid.current = null
      }}
    >
      {shown.map((letter, at) => (
        <button
          key={letter.index}
          type="button"
          data-letter={at}
          data-here={letter === current}
          aria-label={t('lists.jumpTo', { letter: letter.label, count: letter.count })}
          aria-current={letter === current ? 'true' : undefined}
          onClick={() => jump(letter)}
        >
          {letter.label}
        </button>
      ))}
    </nav>
  )
}

/**
 * The letter somebody has chosen, until they scroll: its first title may be in the middle of the top row, or too close to
 * the end of the list to reach it.
 */
function useChosenLetter() {
  const [chosen, setChosen] = useState<Letter | null>(null)
  useEffect(() => {
    if (!chosen) return
    const leave = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('nav[data-letters]'))) setChosen(null)
    }
    for (const kind of inputs) window.addEventListener(kind, leave, { passive: true })
    return () => {
      for (const kind of inputs) window.removeEventListener(kind, leave)
    }
  }, [chosen])
  return [chosen, setChosen] as const
}

/** The letter at the top of the window. */
function useLetterHere(letters: readonly Letter[], handle: RefObject<ListHandle | null>): Letter | null {
  const [here, setHere] = useState<Letter | null>(null)
  useEffect(() => {
    const look = () => setHere(letterAt(letters, handle.current?.firstSeen() ?? 0))
    look()
    window.addEventListener('scroll', look, { passive: true })
    return () => window.removeEventListener('scroll', look)
  }, [letters, handle])
  return here
}
