import type { ReadingDirection } from '@octavo/contract/formats'
import { type ReactNode, type Ref, useImperativeHandle, useRef } from 'react'
import type { Move, Taps } from './direction.rules'
import { fitSpread, type Size } from './fit.rules'
import type { PageImages } from './page-images'
import { PagePicture } from './page-picture'
import classes from './panel-view.module.css'
import { type Panel, panelFrame } from './panels.rules'
import type { PageSurface } from './surface'
import { usePageGestures } from './use-page-gestures'
import { useWheel } from './use-wheel'
import type { Zoom } from './use-zoom'

type Props = {
  readonly surface: Ref<PageSurface>
  readonly images: PageImages
  /** 0-based; null after the last one. */
  readonly page: number | null
  readonly panel: Panel | null
  readonly shapeOf: (page: number) => Size
  readonly addressOf: (page: number, zoom?: number) => string
  readonly onShape: (page: number, shape: Size) => void
  readonly view: Size
  readonly direction: ReadingDirection
  readonly taps: Taps
  readonly onMove: (move: Move) => void
  readonly onCentre: () => void
  readonly end: ReactNode
}

const WHOLE = { marginsOf: () => null, measure: () => undefined }
const NO_ZOOM: Zoom = { zoom: 1, zoomTo: () => undefined, zoomBy: () => undefined, reset: () => undefined }
const SHARPER = 2

const within = ({ left, top, width, height }: Panel) => ({
  left: `${left * 100}%`,
  top: `${top * 100}%`,
  width: `${width * 100}%`,
  height: `${height * 100}%`,
})

/** One panel after the other, each as large as possible. */
export function PanelView(props: Props) {
  const { surface, images, page, panel, shapeOf, addressOf, onShape, view, direction, taps, onMove, onCentre, end } =
    props
  const stage = useRef<HTMLDivElement>(null)
  const gestures = usePageGestures({ view: stage, scroller: stage, direction, taps, zoom: NO_ZOOM, onMove, onCentre })
  useWheel({ view: stage, scroller: stage, zoom: NO_ZOOM, onMove })
  useImperativeHandle(surface, () => ({ scroll: () => false, pan: () => undefined, zoomBy: () => undefined }))
  if (page === null) return <div className={classes.end}>{end}</div>
  const [box = view] = fitSpread([shapeOf(page)], view, 'screen')
  const { scale, x, y } = panelFrame(box, view, panel)
  return (
    <div ref={stage} className={classes.stage} data-current {...gestures}>
      <div
        key={page}
        className={classes.page}
        data-panel={panel !== null}
        style={{ transform: `translate(${x}px, ${y}px) scale(${scale})` }}
      >
        <PagePicture
          images={images}
          address={addressOf(page)}
          sharper={panel ? addressOf(page, SHARPER) : null}
          number={page + 1}
          size={box}
          onShape={onShape}
          margins={WHOLE}
        />
        {panel && <span className={classes.around} data-around style={within(panel)} />}
      </div>
    </div>
  )
}
