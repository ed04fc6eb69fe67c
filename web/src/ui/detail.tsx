import { type CSSProperties, Fragment, type ReactNode, useEffect } from 'react'
import { borrowAccent } from '../theme/appearance'
import { Cover } from './cover'
import { COVER_SIZES } from './cover-sizes.rules'
import { pageCoverName } from './cover-transition'
import classes from './detail.module.css'
import { LongText } from './long-text'
import { accentOf, pictureOf } from './thumb-hash'

type Props = {
  readonly id: string
  readonly cover: string | null
  readonly thumbHash: string | null | undefined
  readonly title: string
  /** In place of the cover. */
  readonly portrait?: ReactNode
  /** Above the title: its parent. */
  readonly over?: ReactNode
  /** Below the title: a one-line description. */
  readonly line?: ReactNode
  readonly actions?: ReactNode
  /** At the corner of the cover. */
  readonly coverAction?: ReactNode
  readonly children?: ReactNode
}

/** The head of a series or book: its cover tints the page. */
export function Detail({ id, cover, thumbHash, title, portrait, over, line, actions, coverAction, children }: Props) {
  const picture = pictureOf(thumbHash)
  useEffect(() => {
    borrowAccent(accentOf(thumbHash))
    return () => borrowAccent(null)
  }, [thumbHash])
  return (
    <article className={classes.detail}>
      <div
        className={classes.backdrop}
        style={{ '--placeholder': picture && `url("${picture}")` } as CSSProperties}
        aria-hidden
      />
      <div className={classes.head}>
        <div className={classes.cover}>
          {portrait || (
            <Cover
              key={id}
              className={classes.picture ?? ''}
              src={cover}
              thumbHash={thumbHash}
              title={title}
              eager
              sizes={COVER_SIZES.detail}
              transitionName={pageCoverName(id)}
            />
          )}
          {coverAction && <div className={classes.coverAction}>{coverAction}</div>}
        </div>
        <div className={classes.words}>
          {over && <div className={classes.over}>{over}</div>}
          <LongText key={title} as="h1" text={title} lines={6} className={classes.title} />
          {line && <p className={classes.line}>{typeof line === 'string' ? whole(line) : line}</p>}
        </div>
        {actions && <div className={classes.actions}>{actions}</div>}
      </div>
      <div className={classes.body}>{children}</div>
    </article>
  )
}

const DOT = ' · '

/** Non-empty facts, separated by dots. */
export function dotted(parts: readonly (string | null | undefined | false)[]): string {
  return parts.filter(Boolean).join(DOT)
}

/** Longer ones are broken like text. */
const SHORT = 24

/** A line ends behind a dot rather than in a short fact. */
function whole(line: string): ReactNode {
  return line.split(DOT).map((fact, index, all) => (
    <Fragment key={index}>
      {index > 0 && ' '}
      <span className={fact.length > SHORT ? undefined : classes.fact}>
        {index < all.length - 1 ? `${fact} ·` : fact}
      </span>
    </Fragment>
  ))
}
