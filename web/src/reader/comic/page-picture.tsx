import { IconPhotoOff } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useSyncExternalStore } from 'react'
import { tr } from '../messages'
import type { Size } from './fit.rules'
import type { PageImages, Picture } from './page-images'
import classes from './page-picture.module.css'

type Props = {
  readonly images: PageImages
  readonly address: string
  /** A larger version for a zoomed page, shown as soon as it is there. */
  readonly sharper?: string | null
  /** 1-based. */
  readonly number: number
  readonly size: Size
  readonly onShape: (page: number, shape: Size) => void
}

/** One page in its box: the decoded image, a quiet wait, or what went wrong with a way to try again. */
export function PagePicture({ images, address, sharper, number, size, onShape }: Props) {
  const plain = useSyncExternalStore(images.subscribe, () => images.get(address))
  const sharp = useSyncExternalStore(images.subscribe, () => (sharper ? images.get(sharper) : plain))
  const picture = sharp.state === 'ready' ? sharp : plain
  return (
    <div className={classes.page} style={size} data-page={number} data-state={picture.state}>
      {picture.state === 'ready' && <Decoded image={picture.image} number={number} onShape={onShape} />}
      {picture.state === 'loading' && <span className={classes.wait} role="status" aria-label={tr('loadingPage')} />}
      {picture.state === 'failed' && <Failed picture={picture} number={number} onRetry={() => images.retry(address)} />}
    </div>
  )
}

type DecodedProps = { readonly image: HTMLImageElement; readonly number: number; readonly onShape: Props['onShape'] }

/** Puts the very element that was decoded on the page: another one with the same address would decode anew. */
function Decoded({ image, number, onShape }: DecodedProps) {
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
  return <div ref={host} className={classes.image} />
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
      <span>{picture.reason === 'format' ? tr('pageFormat') : (picture.message ?? tr('pageServer'))}</span>
      <button type="button" className={classes.retry} data-no-turn onClick={onRetry}>
        {tr('tryAgain')}
      </button>
    </div>
  )
}
