import { IconCheck } from '@tabler/icons-react'
import { type MouseEvent, type ReactNode, Suspense, useRef, useState } from 'react'
import { t } from '../messages'
import { isChoosing } from './choosing'
import { Cover } from './cover'
import { COVER_SIZES } from './cover-sizes.rules'
import { markMoving, movingName } from './cover-transition'
import classes from './media-card.module.css'
import { SelectCard } from './select-card'
import { useLongPress } from './use-long-press'

export type CardFacts = {
  readonly id: string
  readonly title: string
  /** One quiet line: number, pages, unread count. */
  readonly line: string
  readonly cover: string | null
  readonly thumbHash: string | null | undefined
  /** 0 to 1; null if not begun or finished. */
  readonly progress: number | null
  readonly unread: boolean
  /** Text of progress and dot for screen readers. */
  readonly state: string
  readonly badge?: string | undefined
  /** Shown at the end of a line, if there is room: only lists have it. */
  readonly aside?: () => string
  /** Several books behind one cover. */
  readonly isStack?: boolean
}

type LinkProps = {
  readonly className: string
  readonly onClick: (event: MouseEvent) => void
  readonly children: ReactNode
}

/** Selecting cards. */
export type CardChoice = {
  readonly chosen: boolean
  /** `range`: everything from the last selected one to this. */
  readonly onChoose: (range: boolean) => void
}

type Props = {
  readonly facts: CardFacts
  /** The row or list of the card: the same book may be in two rows of one page. */
  readonly place: string
  readonly eager?: boolean | undefined
  readonly passing?: boolean | undefined
  /** The width of its cover, as in `sizes` of an image; by default that of a shelf. */
  readonly sizes?: string | undefined
  readonly look?: 'card' | 'row'
  /** Comes first in the quiet line. */
  readonly lead?: string | undefined
  /** The title with matches marked. */
  readonly title?: ReactNode
  readonly link: (props: LinkProps) => ReactNode
  readonly choice?: CardChoice | undefined
  /** Rendered (and loaded) once the menu is opened. */
  readonly menu?: ((menu: { opened: boolean; onClose: () => void }) => ReactNode) | undefined
}

export function MediaCard(props: Props) {
  const { facts, place, eager, passing, look = 'card', lead, title, link, menu, choice } = props
  const sizes = look === 'row' ? COVER_SIZES.row : (props.sizes ?? COVER_SIZES.card)
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const key = `${place}:${facts.id}`
  const open = () => {
    setAsked(true)
    setOpened(true)
  }
  const close = () => {
    setOpened(false)
    // Restores the focus to where the menu was opened from, unless the reader has moved on.
    const { activeElement } = document
    if (!activeElement || activeElement === document.body || activeElement.closest('[role="menu"]')) {
      button.current?.focus({ preventScroll: true })
    }
  }
  const press = useLongPress(menu ? open : undefined)
  return (
    <div className={classes.card} data-look={look} data-open={opened} data-chosen={choice?.chosen ?? false} {...press}>
      {link({
        className: classes.link ?? '',
        onClick: event => {
          if (choice && isChoosing(event.currentTarget) && !event.ctrlKey && !event.metaKey) {
            event.preventDefault()
            choice.onChoose(event.shiftKey)
          } else markMoving(key)
        },
        children: (
          <>
            <span className={classes.picture} data-stack={facts.isStack}>
              <Cover
                src={facts.cover}
                thumbHash={facts.thumbHash}
                title={facts.title}
                eager={eager}
                passing={passing}
                sizes={sizes}
                transitionName={movingName(key, facts.id)}
              />
              {facts.unread && <span className={classes.dot} aria-hidden />}
              {facts.badge && (
                <span className={classes.badge} aria-hidden>
                  {facts.badge}
                </span>
              )}
              {facts.progress !== null && (
                <span className={classes.progress} aria-hidden>
                  <span style={{ transform: `scaleX(${facts.progress})` }} />
                </span>
              )}
            </span>
            <span className={classes.words}>
              <span className={classes.title}>{title ?? facts.title}</span>
              <span className={classes.line}>{[lead, facts.line].filter(Boolean).join(' · ')}</span>
              {facts.state && <span className={classes.state} role="img" aria-label={facts.state} />}
            </span>
            {look === 'row' && <span className={classes.aside}>{facts.aside?.()}</span>}
          </>
        ),
      })}
      {choice && (
        <button
          type="button"
          className={classes.choose}
          aria-pressed={choice.chosen}
          aria-label={t('card.selectNamed', { title: facts.title })}
          onClick={event => choice.onChoose(event.shiftKey)}
        >
          {choice.chosen && <IconCheck size={15} stroke={3} aria-hidden />}
        </button>
      )}
      {menu && (
        <button
          ref={button}
          type="button"
          className={classes.more}
          aria-label={t('card.more', { title: facts.title })}
          aria-haspopup="menu"
          aria-expanded={opened}
          onClick={open}
        />
      )}
      {menu && asked && (
        <span className={classes.menu}>
          <Suspense>
            <SelectCard value={choice ? () => choice.onChoose(false) : null}>
              {menu({ opened, onClose: close })}
            </SelectCard>
          </Suspense>
        </span>
      )}
    </div>
  )
}
