import type { PublicationManifest } from '@octavo/contract/publication'
import { useState } from 'react'
import { bookTitle } from '../../features/books/book-title'
import { formatPercent } from '../../messages'
import { EndOfBook } from '../chrome/end-of-book'
import { OfferNote } from '../chrome/offer-note'
import { ReaderFrame } from '../chrome/reader-frame'
import { Said } from '../chrome/said'
import { useBars } from '../chrome/use-bars'
import { useFullscreen } from '../chrome/use-fullscreen'
import { WayBackNote } from '../chrome/way-back-note'
import { tr } from '../messages'
import type { ReadingPlace } from '../progress/use-place'
import type { ReaderProps } from '../reader.types'
import { useAloud } from './aloud/use-aloud'
import type { FromFrame } from './bridge/protocol'
import type { Chapters } from './chapter/chapters'
import { EpubBottomBar, EpubTopBar } from './epub-bars'
import { type EpubPanel, EpubPanels } from './epub-panels'
import { EpubStage } from './epub-stage'
import { useEpubMarks } from './marks/use-epub-marks'
import { openingTarget } from './opening.rules'
import { type Epub, type LeftPlace, useEpub } from './use-epub'
import { useEpubActions } from './use-epub-actions'
import type { ChapterTarget } from './use-frames'
import { useRememberLocator } from './use-remember-locator'

type Props = ReaderProps & {
  readonly manifest: PublicationManifest
  readonly chapters: Chapters
  readonly opening: ChapterTarget
  readonly saved: ReadingPlace
}

export function OpenEpub(props: Props) {
  const { book, manifest, chapters, opening, saved: place, onLeave, onPage } = props
  const [panel, setPanel] = useState<EpubPanel>(null)
  const [frameSaid, setFrameSaid] = useState<(message: FromFrame) => void>(() => () => {})
  const epub = useEpub({ book, manifest, chapters, opening, onFrame: message => frameSaid(message) })
  const bars = useBars({ greeting: epub.fixed === null })
  const fullscreen = useFullscreen()
  const marks = useEpubMarks(epub, id => setPanel({ kind: 'mark', id }))
  const aloud = useAloud(epub)
  const run = useEpubActions({
    epub,
    marks,
    aloud,
    bars,
    fullscreen,
    onPanel: setPanel,
    // Also of a panel that is about to open; a selection is dropped first.
    onLeave: panel ? () => setPanel(null) : marks.selected ? marks.unselect : onLeave,
    listen: setFrameSaid,
  })
  useRememberLocator(epub, place.moved, onPage)

  const goToOffer = () => {
    if (place.offer) epub.jump(openingTarget(chapters.links, place.offer, undefined))
    place.dismissOffer()
  }
  const { wayBack } = epub
  return (
    <ReaderFrame
      bars={bars}
      scheme={epub.paper.scheme}
      background={epub.paper.background}
      label={bookTitle(book)}
      idle={epub.ended || epub.frames.error !== null}
      top={
        <EpubTopBar
          {...props}
          epub={epub}
          bookmarked={marks.bookmark !== null}
          fullscreen={fullscreen}
          aloud={aloud}
          run={run}
        />
      }
      bottom={<EpubBottomBar epub={epub} run={run} />}
      notices={
        <>
          {wayBack.place && !aloud.on && (wayBack.fresh || bars.shown) && (
            <WayBackNote label={returnTo(epub, wayBack.place)} onReturn={epub.goBack} onStay={wayBack.forget} />
          )}
          {place.offer && (
            <OfferNote
              where={formatPercent(place.offer.percentage ?? 0)}
              onGo={goToOffer}
              onStay={place.dismissOffer}
            />
          )}
        </>
      }
    >
      <EpubStage
        epub={epub}
        marks={marks}
        aloud={aloud}
        onMore={quoted => setPanel({ kind: 'lookUp', ...quoted })}
        onLeave={onLeave}
        end={<EndOfBook {...props} onAgain={() => epub.jumpToShare(0)} />}
      />
      <Said>{epub.ended ? tr('endOfBook') : whereIn(epub)}</Said>
      <EpubPanels epub={epub} marks={marks} aloud={aloud} panel={panel} onPanel={setPanel} />
    </ReaderFrame>
  )
}

function returnTo({ fixed }: Epub, { chapter, share }: LeftPlace): string {
  return fixed ? tr('return.toPage', { page: chapter + 1 }) : tr('return.toShare', { share: formatPercent(share) })
}

function whereIn(epub: Epub): string {
  const { fixed, here, lines, line, chapters } = epub
  if (fixed) return tr('pageOf', { page: (here?.chapter ?? 0) + 1, total: chapters.links.length })
  return lines[line]?.title ?? ''
}
