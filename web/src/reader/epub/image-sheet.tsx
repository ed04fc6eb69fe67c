import { IconZoomIn, IconZoomOut } from '@tabler/icons-react'
import { type CSSProperties, useState } from 'react'
import { BarButton } from '../chrome/bar-button'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import classes from './small-sheets.module.css'

type Props = { readonly src: string; readonly alt: string; readonly onClose: () => void }

const STEP = 1.5
const MOST = 6
const CLICKED = 2

/** A single picture of the book: a click, the buttons and Ctrl with the wheel zoom it. */
export function ImageSheet({ src, alt, onClose }: Props) {
  const [zoom, setZoom] = useState(1)
  const by = (factor: number) => setZoom(was => Math.min(MOST, Math.max(1, was * factor)))
  return (
    <Sheet title={alt || tr('image')} place="full" onClose={onClose}>
      <button
        type="button"
        className={classes.picture}
        data-large={zoom > 1}
        aria-label={alt || tr('image')}
        style={{ '--zoom': zoom } as CSSProperties}
        onClick={() => setZoom(zoom > 1 ? 1 : CLICKED)}
        onWheel={event => event.ctrlKey && by(Math.exp(-event.deltaY * 0.005))}
      >
        <img src={src} alt={alt} />
      </button>
      <div className={classes.zoom}>
        <BarButton
          label={tr('zoom.out')}
          icon={<IconZoomOut size={21} />}
          disabled={zoom <= 1}
          onClick={() => by(1 / STEP)}
        />
        <BarButton
          label={tr('zoom.in')}
          icon={<IconZoomIn size={21} />}
          disabled={zoom >= MOST}
          onClick={() => by(STEP)}
        />
      </div>
    </Sheet>
  )
}
