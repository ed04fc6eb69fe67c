import { IconPhotoOff } from '@tabler/icons-react'
import { type CSSProperties, useEffect, useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { errorSentence } from '../../ui/error-sentence'
import { PageMarks } from '../marks/page-marks'
import { tr } from '../messages'
import type { Size } from './fit.rules'
import type { Margins } from './margins.rules'
import type { PageImages, Picture } from './page-images'
import classes from './page-picture.module.css'
import type { PageMargins } from './use-margins'

type Props = {
  readonly images: PageImages
  readonly address: string
  /** A larger version for a zoomed page, shown once loaded. */
  readonly sharper?: string | null
  /** 1-based. */
  readonly number: number
  /** Without cropped margins. */
  readonly size: Size
  readonly onShape: (page: number, shape: Size) => void
  readonly margins: PageMargins
}

/** One page in its box: the decoded image, a loading state, or an error with a retry. */
export function PagePicture({ images, address, sharper, number, size, onShape, margins }: Props) {
  const plain = useSyncExternalStore(images.subscribe, () => images.get(address))
  const sharp = useSyncExternalStore(images.subscribe, () => (sharper ? images.get(sharper) : plain))
  useEffect(() => {
    if (sharper && sharper !== address) return images.hold(sharper)
  }, [images, sharper, address])
  const picture = sharp.state === 'ready' ? sharp : plain
  const crop = margins.marginsOf(number - 1)
  const { measure } = margins
  const image = picture.state === 'ready' ? picture.image : null
  useEffect(() => {
    if (image && crop === undefined) measure(number - 1, image)
  }, [image, crop, measure, number])
  // Otherwise the page would jump when its borders are known, a few milliseconds later.
  const state = image && crop === undefined ? 'loading' : picture.state
  return (
    <div className={classes.page} style={size} data-page={number} data-state={state}>
      {image && crop !== undefined && <Decoded image={image} crop={crop} number={number} onShape={onShape} />}
      {state === 'loading' && <span className={classes.wait} role="status" aria-label={tr('loadingPage')} />}
      {picture.state === 'failed' && <Failed picture={picture} number={number} onRetry={() => images.retry(address)} />}
    </div>
  )
}

type DecodedProps = Pick<Props, 'number' | 'onShape'> & {
  readonly image: HTMLImageElement
  readonly crop: Margins | null
}

/** Inserts the decoded element itself: another one with the same address would decode again. */
function Decoded({ image, crop, number, onShape }: DecodedProps) {
  const host = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const place = host.current
    image.alt = tr('page', { page: number })
    place?.replaceChildren(image)
    onShape(number - 1, { width: image.naturalWidth, height: image.naturalHeight })
    return () => {
      if (image.parentNode === place) image.remove()
    }
  }, [image, number, onShape])
  return (
    <div className={classes.whole} data-whole-page style={crop ? beyond(crop) : undefined}>
      <div ref={host} className={classes.image} />
      <PageMarks page={number} />
    </div>
  )
}

/** Enlarged by the width of its borders, and shifted left and up: the box clips them. */
function beyond({ top, right, bottom, left }: Margins): CSSProperties {
  const width = 1 / (1 - left - right)
  const height = 1 / (1 - top - bottom)
  const percent = (share: number) => `${share * 100}%`
  return {
    position: 'absolute',
    width: percent(width),
    height: percent(height),
    left: percent(-left * width),
    top: percent(-top * height),
  }
}

type FailedProps = {
  readonly picture: Extract<Picture, { state: 'failed' }>
  readonly number: number
  readonly onRetry: () => void
}

function Failed({ picture, number, onRetry }: FailedProps) {
  return (
    <div className={classes.failed} role="alert">
      <IconPhotoOff size={36} stroke={1.5} aria-hidden />
      <strong>{tr('pageFailed', { page: number })}</strong>
      <span>{picture.error ? errorSentence(picture.error) : tr('pageFormat')}</span>
      <button type="button" className={classes.retry} data-no-turn onClick={onRetry}>
        {tr('tryAgain')}
      </button>
    </div>
  )
}
