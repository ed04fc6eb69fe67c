import { Button } from '@mantine/core'
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { formatPercent } from '../../messages'
import classes from './covers.module.css'
import { type CoverCrop, type CoverDto, type CoverSubject, pictureOf } from './covers.queries'
import { coverShaped, cropBetween, isWhole, nudged, WHOLE } from './crop.rules'
import { tc } from './messages'

type Props = {
  readonly subject: CoverSubject
  readonly cover: CoverDto
  readonly saving: boolean
  readonly onSave: (crop: CoverCrop | null) => void
  readonly onCancel: () => void
}

const step = 0.01
const ARROWS: Readonly<Record<string, { readonly x: number; readonly y: number }>> = {
  ArrowLeft: { x: -step, y: 0 },
  ArrowRight: { x: step, y: 0 },
  ArrowUp: { x: 0, y: -step },
  ArrowDown: { x: 0, y: step },
}

/** The whole picture of an added cover, with its crop. */
export function CropView({ subject, cover, saving, onSave, onCancel }: Props) {
  const [crop, setCrop] = useState<CoverCrop>(cover.crop ?? WHOLE)
  const part = useRef<HTMLDivElement>(null)
  // The button that led here is gone.
  useEffect(() => part.current?.focus(), [])
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null)
  const placeOf = (event: PointerEvent) => {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect()
    return { x: (event.clientX - left) / width, y: (event.clientY - top) / height }
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const by = ARROWS[event.key]
    if (!by) return
    event.preventDefault()
    setCrop(now => nudged(now, by, event.shiftKey))
  }
  const percent = (share: number) => `${share * 100}%`
  return (
    <div className={classes.crop}>
      <p className={classes.hint}>{tc('covers.cropHint')}</p>
      <div
        className={classes.stage}
        onPointerDown={event => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = placeOf(event)
        }}
        onPointerMove={event => {
          if (from.current) setCrop(cropBetween(from.current, placeOf(event)))
        }}
        onPointerUp={() => {
          from.current = null
        }}
      >
        <img src={pictureOf(subject, cover, true)} alt="" draggable={false} />
        {/* biome-ignore lint/a11y/useSemanticElements: there is no element for a part of a picture */}
        <div
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys move it
          tabIndex={0}
          ref={part}
          aria-label={tc('covers.crop')}
          className={classes.part}
          style={{
            left: percent(crop.x),
            top: percent(crop.y),
            width: percent(crop.width),
            height: percent(crop.height),
          }}
          onKeyDown={onKeyDown}
        />
      </div>
      <p className={classes.said} role="status">
        {tc('covers.cropSaid', {
          left: formatPercent(crop.x),
          top: formatPercent(crop.y),
          width: formatPercent(crop.width),
          height: formatPercent(crop.height),
        })}
      </p>
      <div className={classes.ends}>
        <Button variant="default" onClick={() => setCrop(WHOLE)}>
          {tc('covers.cropWhole')}
        </Button>
        <Button variant="default" onClick={() => setCrop(coverShaped(cover.width ?? 2, cover.height ?? 3, crop))}>
          {tc('covers.cropShape')}
        </Button>
        <span className={classes.end}>
          <Button variant="subtle" onClick={onCancel}>
            {tc('covers.cancel')}
          </Button>
          <Button loading={saving} onClick={() => onSave(isWhole(crop) ? null : crop)}>
            {tc('covers.save')}
          </Button>
        </span>
      </div>
    </div>
  )
}
