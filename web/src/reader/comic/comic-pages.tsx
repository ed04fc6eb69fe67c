import type { ReactNode } from 'react'
import type { Move } from './direction.rules'
import { PagedView } from './paged-view'
import { PanelView } from './panel-view'
import { StripView } from './strip-view'
import type { Comic } from './use-comic'

type Props = {
  readonly comic: Comic
  readonly end: ReactNode
  readonly onCentre: () => void
  /** Reading continues: hide the bars. */
  readonly onRead: () => void
}

/** The pages in the chosen view. */
export function ComicPages({ comic, end, onCentre, onRead }: Props) {
  const { saved, turning, images, addressOf, onShape, margins, surface, view } = comic
  if (!view) return null
  const common = { surface, images, addressOf, onShape, margins, view, end, onCentre }
  const onMove = (move: Move) => {
    onRead()
    if (comic.strip) surface.current?.scroll(move, 0.85)
    else turning.turn(move)
  }
  if (comic.strip) {
    return (
      <StripView
        {...common}
        shapes={comic.shown}
        widthPercent={saved.settings.stripWidth}
        page={turning.page}
        jump={turning.jump}
        onPage={turning.scrolledTo}
        onMove={onMove}
        onRead={onRead}
        taps={saved.settings.taps}
        scrolling={comic.scrolling}
        scrollSpeed={saved.settings.scrollSpeed}
        onStop={() => comic.setScrolling(false)}
      />
    )
  }
  if (comic.guided) {
    const isOver = turning.index >= turning.spreads.length
    return (
      <PanelView
        {...common}
        page={isOver ? null : turning.page}
        panel={comic.guide.panel ?? null}
        shapeOf={comic.shapeOf}
        direction={saved.settings.direction}
        taps={saved.settings.taps}
        onMove={onMove}
      />
    )
  }
  return (
    <PagedView
      {...common}
      shapeOf={comic.shownOf}
      fit={saved.settings.fit}
      direction={saved.settings.direction}
      spreads={turning.spreads}
      index={turning.index}
      going={turning.going}
      slide={saved.settings.slide}
      taps={saved.settings.taps}
      onMove={onMove}
    />
  )
}
