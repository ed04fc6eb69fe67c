import type { MouseEvent } from 'react'
import { Cover } from '../../ui/cover'
import type { Item } from './items'
import { Marked } from './marked'
import classes from './palette-results.module.css'

type Props = {
  readonly id: string
  readonly item: Item
  readonly isChosen: boolean
  readonly onPoint: () => void
  readonly onPick: (event: MouseEvent) => void
}

/** A line of the palette; one with an address is a link, so that the browser's own ways to open it work. */
export function PaletteOption({ id, item, isChosen, onPoint, onPick }: Props) {
  const { title, ranges, line, lineRanges, picture, href } = item
  return (
    <a
      id={id}
      href={href ?? undefined}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.option}
      draggable={false}
      onPointerMove={isChosen ? undefined : onPoint}
      onMouseDown={event => event.preventDefault()}
      onClick={onPick}
    >
      <span className={classes.picture} aria-hidden>
        {'icon' in picture ? (
          <span className={classes.icon}>{picture.icon}</span>
        ) : (
          <Cover src={picture.cover} thumbHash={picture.thumbHash} title={title} eager />
        )}
      </span>
      <span className={classes.words}>
        <span className={classes.title}>
          <Marked text={title} ranges={ranges} />
        </span>
        {line && (
          <span className={classes.line}>
            <Marked text={line} ranges={lineRanges ?? []} />
          </span>
        )}
      </span>
    </a>
  )
}
