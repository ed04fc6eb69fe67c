import { type CSSProperties, useState } from 'react'
import classes from './place-slider.module.css'

type Props = {
  readonly label: string
  /** 0 to `max`. */
  readonly value: number
  readonly max: number
  /** The book is read right to left, and so is the slider. */
  readonly fromRight: boolean
  /** The text of a value, for the bubble and screen readers. */
  readonly describe: (value: number) => string
  /** A picture for the bubble. */
  readonly preview?: (value: number) => string | null
  /** While dragging: the value under the finger. */
  readonly onLook?: (value: number) => void
  readonly onGo: (value: number) => void
}

/** Keys of a slider; all others go to the reader. */
const OWN_KEYS = new Set(['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'PageUp', 'PageDown', 'Home', 'End'])

/** Moves through the book. While dragging only the bubble moves; the book follows on release. */
export function PlaceSlider({ label, value, max, fromRight, describe, preview, onLook, onGo }: Props) {
  const [dragged, setDragged] = useState<number | null>(null)
  const shown = dragged ?? value
  const picture = dragged !== null ? (preview?.(dragged) ?? null) : null
  const share = max > 0 ? shown / max : 0
  const style = { '--share': share, '--from-left': fromRight ? 1 - share : share } as CSSProperties

  const letGo = () => {
    if (dragged !== null && dragged !== value) onGo(dragged)
    setDragged(null)
  }
  return (
    <div className={classes.place} style={style}>
      {dragged !== null && (
        <div className={classes.bubble} aria-hidden>
          {picture && <img className={classes.picture} src={picture} alt="" />}
          <span>{describe(dragged)}</span>
        </div>
      )}
      <input
        className={classes.slider}
        type="range"
        dir={fromRight ? 'rtl' : 'ltr'}
        min={0}
        max={Math.max(1, max)}
        step={1}
        value={shown}
        disabled={max < 1}
        aria-label={label}
        aria-valuetext={describe(shown)}
        onChange={event => {
          const now = event.currentTarget.valueAsNumber
          setDragged(now)
          onLook?.(now)
        }}
        onPointerUp={letGo}
        onKeyUp={letGo}
        onBlur={letGo}
        onKeyDown={event => {
          if (OWN_KEYS.has(event.key)) event.stopPropagation()
        }}
      />
    </div>
  )
}
