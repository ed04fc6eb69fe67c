import type { MarkColor } from '@octavo/contract/mark-limits'
import { type CSSProperties, useState } from 'react'
import type { PageDto } from '../../api'
import { bookTitle } from '../../features/books/book-title'
import { addMark, newMarkId } from '../../features/marks'
import { leaveFloating } from '../../ui/floating-keys'
import { EndOfBook } from '../chrome/end-of-book'
import { Hud, useHud } from '../chrome/hud'
import { OfferNote } from '../chrome/offer-note'
import { ReaderFrame } from '../chrome/reader-frame'
import { Said } from '../chrome/said'
import { useBars } from '../chrome/use-bars'
import { useFullscreen } from '../chrome/use-fullscreen'
import { WayBackNote } from '../chrome/way-back-note'
import { MarkSheet } from '../marks/mark-sheet'
import { PageMarksContext } from '../marks/page-marks'
import { NOTE_COLOR, type PageRegion, RegionLayer } from '../marks/region-layer'
import { Ribbon } from '../marks/ribbon'
import { useBookMarks } from '../marks/use-book-marks'
import { tr } from '../messages'
import type { ReadingPlace } from '../progress/use-place'
import type { ReaderProps } from '../reader.types'
import { ComicBottomBar, ComicTopBar } from './comic-bars'
import { ComicPages } from './comic-pages'
import { type ComicPanel, ComicPanels } from './comic-panels'
import { BACKGROUND_COLOURS } from './comic-settings'
import { useComic } from './use-comic'
import { useComicActions } from './use-comic-actions'
import { useRemember } from './use-remember'

/** Swaps light and dark; hues stay the same. */
const NIGHT = ' invert(1) hue-rotate(180deg)'

type Props = ReaderProps & {
  readonly pages: readonly PageDto[]
  /** 0-based. */
  readonly opening: number
  readonly place: ReadingPlace
}

export function OpenComic(props: Props) {
  const { book, pages, opening, place, onPage, onLeave } = props
  const comic = useComic(book, pages, opening)
  const { settings } = comic.saved
  const { turning, total, wayBack } = comic
  const bars = useBars({ greeting: false })
  const fullscreen = useFullscreen()
  const hud = useHud()
  const [panel, setPanel] = useState<ComicPanel>(null)
  const marks = useBookMarks(book.id)
  const [edited, setEdited] = useState<string | null>(null)
  const [marking, setMarking] = useState(false)
  const editedMark = marks.list.find(({ id }) => id === edited)
  const bookmarked = marks.onPage(turning.page + 1) !== null
  const run = useComicActions({
    comic,
    marks,
    bars,
    fullscreen,
    hud,
    onPanel: setPanel,
    region: { on: marking, set: setMarking },
    hasTools: props.tools !== undefined,
    // Also of a panel that is about to open.
    onLeave: panel ? () => setPanel(null) : onLeave,
  })
  useRemember({ page: turning.page, total, acted: turning.acted, jump: turning.jump, moved: place.moved, onPage })

  const isAtEnd = turning.index >= turning.spreads.length

  const markArea = ({ page, region }: PageRegion, color: MarkColor) => {
    const id = newMarkId()
    setMarking(false)
    void addMark(book.id, { id, kind: 'highlight', color, page, region }, (page - 1) / Math.max(1, total))
    return id
  }

  const filter = `brightness(${settings.brightness}%) grayscale(${settings.grayscale ? 1 : 0})${settings.night ? NIGHT : ''}`
  return (
    <ReaderFrame
      // They would cover the buttons of a marked area near the edge.
      bars={marking ? { ...bars, shown: false, onPointerMove: () => undefined } : bars}
      idle={marking || isAtEnd || hud.text !== null}
      scheme={settings.background === 'white' ? 'light' : 'dark'}
      background={BACKGROUND_COLOURS[settings.background]}
      label={bookTitle(book)}
      top={
        <ComicTopBar
          {...props}
          comic={comic}
          bookmarked={bookmarked}
          marking={marking}
          fullscreen={fullscreen}
          run={run}
        />
      }
      bottom={<ComicBottomBar comic={comic} run={run} />}
      notices={
        <>
          {/* The buttons of a marked area are there. */}
          <Hud text={marking ? null : hud.text} />
          {wayBack.place !== null && !marking && (wayBack.fresh || bars.shown) && (
            <WayBackNote
              label={tr('return.toPage', { page: wayBack.place + 1 })}
              onReturn={comic.goBack}
              onStay={wayBack.forget}
            />
          )}
          {place.offer && (
            <OfferNote
              where={tr('page', { page: place.offer.page })}
              onGo={() => {
                turning.goTo((place.offer?.page ?? 1) - 1)
                place.dismissOffer()
              }}
              onStay={place.dismissOffer}
            />
          )}
        </>
      }
    >
      <div
        ref={comic.stage}
        data-night={settings.night}
        style={
          {
            position: 'absolute',
            inset: marking ? '0 0 var(--marking-room)' : 0,
            '--page-filter': filter,
          } as CSSProperties
        }
      >
        <PageMarksContext value={marks.list}>
          <ComicPages
            comic={comic}
            end={<EndOfBook {...props} onAgain={() => turning.goTo(0)} />}
            onCentre={bars.toggle}
            onRead={bars.hide}
          />
          {marking && (
            <RegionLayer
              key={turning.page}
              page={turning.page + 1}
              onHighlight={markArea}
              onNote={part => {
                // The button is gone when the form closes.
                leaveFloating()
                setEdited(markArea(part, NOTE_COLOR))
              }}
              onEdit={({ id }) => setEdited(id)}
              onDone={() => setMarking(false)}
            />
          )}
        </PageMarksContext>
      </div>
      <Said>{isAtEnd ? tr('endOfBook') : tr('pageOf', { page: turning.page + 1, total })}</Said>
      {bookmarked && <Ribbon />}
      <ComicPanels
        comic={comic}
        marks={marks}
        panel={panel}
        tools={props.tools}
        onEdit={({ id }) => setEdited(id)}
        onMarkArea={() => {
          setPanel(null)
          run('region')
        }}
        onKeys={() => setPanel('help')}
        onClose={() => setPanel(null)}
      />
      {editedMark && <MarkSheet key={editedMark.id} mark={editedMark} onClose={() => setEdited(null)} />}
    </ReaderFrame>
  )
}
