import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react'
import {
  isValidElement,
  type KeyboardEvent,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { t } from '../messages'
import { hasFirstCovers } from './opening'
import classes from './shelf.module.css'
import { useRestLater } from './use-rest-later'
import { useSlidingRow } from './use-sliding-row'
import { windowSize } from './window-size'

/** Renders the title of a row as a link to the whole list. */
export type ShelfLink = (props: { readonly className: string | undefined; readonly children: ReactNode }) => ReactNode

type Props = {
  readonly title: string
  readonly children: readonly ReactNode[]
  /** Wide cards have the cover next to the text. */
  readonly wide?: boolean
  readonly link?: ShelfLink | undefined
  /** Shown instead of cards. */
  readonly note?: ReactNode
  /** Out of sight when the app is opened: its cards are rendered after the others. */
  readonly isBelow?: boolean
}

/** As many cards as a row shows at once, and the next one; in the smallest widths of shelf.module.css. */
function cardsInSight(wide: boolean): number {
  const { width } = windowSize()
  const card = wide ? 272 : Math.min(176, Math.max(112, width * 0.07 + 64))
  return Math.ceil(width / (card + 16)) + 1
}

/** A row of cards that scrolls sideways: natively by wheel and touch, by arrow keys, and by two buttons. */
export function Shelf({ title, children, wide = false, link, note, isBelow = false }: Props) {
  const id = useId()
  const list = useRef<HTMLUListElement>(null)
  const [ends, setEnds] = useState({ start: true, end: true })
  const measure = useCallback(() => {
    const element = list.current
    if (!element) return
    const start = element.scrollLeft <= 4
    const end = element.scrollLeft + element.clientWidth >= element.scrollWidth - 4
    setEnds(last => (last.start === start && last.end === end ? last : { start, end }))
  }, [])
  const attach = useCallback(
    (element: HTMLUListElement | null) => {
      list.current = element
      if (!element) return
      const observer = new ResizeObserver(measure)
      observer.observe(element)
      return () => observer.disconnect()
    },
    [measure],
  )
  const keys = children.map((child, index) => (isValidElement(child) && child.key) || String(index))
  const [first] = useState(() => (isBelow && !hasFirstCovers() ? 0 : cardsInSight(wide)))
  const drawn = useRestLater(first, children.length)
  useSlidingRow(list, keys, drawn)
  useEffect(() => {
    if (drawn <= first) return
    const frame = requestAnimationFrame(measure)
    return () => cancelAnimationFrame(frame)
  }, [measure, drawn, first])
  const turn = (direction: 1 | -1) => list.current?.scrollBy({ left: direction * list.current.clientWidth * 0.85 })

  return (
    <section className={classes.shelf} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {link ? link({ className: classes.link, children: title }) : title}
        </h2>
        {!(ends.start && ends.end) && (
          <div className={classes.turns}>
            <button
              type="button"
              disabled={ends.start}
              onClick={() => turn(-1)}
              aria-label={t('shelf.back', { title })}
            >
              <IconChevronLeft size={20} stroke={1.8} />
            </button>
            <button
              type="button"
              disabled={ends.end}
              onClick={() => turn(1)}
              aria-label={t('shelf.forward', { title })}
            >
              <IconChevronRight size={20} stroke={1.8} />
            </button>
          </div>
        )}
      </div>
      {note ?? (
        <ul ref={attach} className={classes.row} data-wide={wide} onScroll={measure} onKeyDown={moveByArrow}>
          {children.slice(0, drawn).map((child, index) => (
            <li key={keys[index]}>{child}</li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** Arrow keys move from card to card; Tab still visits every link. */
function moveByArrow(event: KeyboardEvent<HTMLUListElement>): void {
  const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
  if (step === 0 || event.altKey || event.ctrlKey || event.metaKey) return
  const here = (event.target as HTMLElement).closest('li')
  const next = step === 1 ? here?.nextElementSibling : here?.previousElementSibling
  const link = next?.querySelector('a')
  if (!link) return
  event.preventDefault()
  link.focus({ preventScroll: true })
  link.scrollIntoView({ inline: 'nearest', block: 'nearest' })
}
