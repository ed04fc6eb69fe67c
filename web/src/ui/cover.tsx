import { type CSSProperties, useEffect, useMemo, useRef, useState } from 'react'
import { askAfterFailure, laterOrBack } from '../api/connection'
import classes from './cover.module.css'
import { fitOf, hueOf } from './cover.rules'
import { COVER_SIZES, coverSet } from './cover-sizes.rules'
import { hasFirstCovers, onFirstCovers } from './opening'
import { pictureOf } from './thumb-hash'

type Props = {
  /** Address of the image; null if there is none yet: the title is shown instead. */
  readonly src: string | null
  readonly thumbHash: string | null | undefined
  readonly title: string
  /** The first covers of a page are fetched at once, the others when they come near. */
  readonly eager?: boolean | undefined
  /** During fast scrolling, nothing is requested. */
  readonly passing?: boolean | undefined
  /** Its width on the screen, as in `sizes` of an image. */
  readonly sizes?: string | undefined
  readonly transitionName?: string | undefined
  readonly className?: string | undefined
}

const settleMs = 140
const tries = 4

/** Loaded covers by address, in the width last shown: a larger one is first shown as this. */
const shown = new Map<string, string>()
const mostShown = 300

/** A 2:3 cover that reserves its space: the hash's placeholder first, then the image. */
export function Cover(props: Props) {
  const { src, thumbHash, title, eager, passing, sizes = COVER_SIZES.small, transitionName, className } = props
  const [wanted, setWanted] = useState(!passing && (eager || hasFirstCovers()))
  const [attempt, setAttempt] = useState(0)
  const cancel = useRef(() => {})
  // Not in each render: the loaded cover would be painted again below itself.
  const picture = useMemo(
    () => (transitionName && src && shown.get(src)) || pictureOf(thumbHash),
    [transitionName, src, thumbHash],
  )

  useEffect(() => {
    if (wanted) return
    if (!hasFirstCovers()) return onFirstCovers(() => setWanted(true))
    const timer = setTimeout(() => setWanted(true), settleMs)
    return () => clearTimeout(timer)
  }, [wanted])
  useEffect(() => () => cancel.current(), [])

  const onError = () => {
    // Too many covers at once are rate-limited for a second (429): retry with growing delays.
    if (attempt >= tries) return
    askAfterFailure()
    cancel.current = laterOrBack(() => setAttempt(attempt + 1), 900 * 2 ** attempt)
  }
  const style: CSSProperties = {
    ...(picture ? { backgroundImage: `url("${picture}")` } : {}),
    ...(transitionName ? { viewTransitionName: transitionName } : {}),
  }

  return (
    <span
      className={className ? `${classes.cover} ${className}` : classes.cover}
      style={style}
      data-cover
      data-set={!picture}
    >
      {!picture && (
        <span aria-hidden className={classes.set} style={{ '--hue': hueOf(title) } as CSSProperties}>
          <span className={classes.title}>{title}</span>
        </span>
      )}
      {src && wanted && (
        <img
          key={attempt}
          ref={image => {
            if (image?.complete && image.naturalWidth > 0) show(image, src)
          }}
          className={classes.image}
          sizes={eager ? sizes : `auto, ${sizes}`}
          srcSet={coverSet(src)}
          src={src}
          alt=""
          width={400}
          height={600}
          decoding="async"
          loading={eager ? 'eager' : 'lazy'}
          fetchPriority={eager ? 'high' : 'auto'}
          onLoad={event => show(event.currentTarget, src)}
          onError={onError}
        />
      )}
    </span>
  )
}

/** Set on the element directly: dozens are loaded while a list scrolls, and nothing else changes. */
function show(image: HTMLImageElement, src: string): void {
  const fit = fitOf(image.naturalWidth, image.naturalHeight)
  image.dataset.fit = fit
  if (fit === 'contain') return
  shown.delete(src)
  shown.set(src, image.currentSrc)
  if (shown.size > mostShown) shown.delete(shown.keys().next().value ?? '')
}
