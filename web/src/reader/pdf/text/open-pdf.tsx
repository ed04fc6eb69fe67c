import { type RefObject, useEffect, useRef, useState } from 'react'
import { addressOf } from '../../../api'
import { bookTitle } from '../../../features/books/book-title'
import { WholePageLoader } from '../../../ui/whole-page-loader'
import { EndOfBook } from '../../chrome/end-of-book'
import { KeyHelp } from '../../chrome/key-help'
import { OfferNote } from '../../chrome/offer-note'
import { ReaderErrorNotice } from '../../chrome/reader-error-notice'
import { ReaderFrame } from '../../chrome/reader-frame'
import { Said } from '../../chrome/said'
import { useBars } from '../../chrome/use-bars'
import { useFullscreen } from '../../chrome/use-fullscreen'
import { useWayBack } from '../../chrome/use-way-back'
import { WayBackNote } from '../../chrome/way-back-note'
import { GoToPage } from '../../comic/go-to-page'
import { LookUpSheet } from '../../marks/look-up-sheet'
import { MarkSheet } from '../../marks/mark-sheet'
import { Ribbon } from '../../marks/ribbon'
import { SelectionBar } from '../../marks/selection-bar'
import { tr } from '../../messages'
import type { ReadingPlace } from '../../progress/use-place'
import { lastOfSpread, PDF_SPREADS } from '../pdf-settings'
import { FindBar } from './find-bar'
import { type LeftPage, leftPage, returnTo } from './left-page'
import { usePdfMarks } from './marks/use-pdf-marks'
import classes from './open-pdf.module.css'
import { OutlineSheet } from './outline-sheet'
import { PdfBottomBar, PdfTopBar } from './pdf-bars'
import { pdfKeys } from './pdf-keys'
import { PdfSettingsSheet } from './pdf-settings-sheet'
import type { PdfPanel, PdfTextProps } from './pdf-text.types'
import { useLinkHistory } from './use-link-history'
import { useOutline } from './use-outline'
import { usePdfActions } from './use-pdf-actions'
import { usePdfView } from './use-pdf-view'

type Props = PdfTextProps & { readonly place: ReadingPlace; readonly opening: number }

export function OpenPdf(props: Props) {
  const { book, place, opening, saved, onLeave, onPage } = props
  const { settings, change } = saved
  const container = useRef<HTMLDivElement>(null)
  const [attempt, setAttempt] = useState(0)
  const [panel, setPanel] = useState<PdfPanel>(null)
  const [finding, setFinding] = useState(false)
  const pdf = usePdfView(
    container,
    addressOf('/api/v1/books/{book_id}/file', { params: { book_id: book.id } }),
    opening,
    attempt,
  )
  const bars = useBars({ greeting: false })
  const fullscreen = useFullscreen()
  const jumped = useRef(false)
  const wayBack = useWayBack<LeftPage>(String(pdf.page))
  const leave = () => {
    const left = leftPage(pdf, container.current)
    if (left) wayBack.jumpedFrom(left)
  }
  const onJump = () => {
    jumped.current = true
    leave()
  }
  const goBack = () => {
    if (!wayBack.place) return
    jumped.current = true
    wayBack.taken()
    returnTo(wayBack.place, pdf, container.current)
  }
  const [edited, setEdited] = useState<string | null>(null)
  const [lookedUp, setLookedUp] = useState<string | null>(null)
  const marks = usePdfMarks(book.id, pdf, container, setEdited, bars.toggle)
  const editedMark = marks.list.find(({ id }) => id === edited)
  const bookmarked = marks.onPage(pdf.page) !== null
  const [atEnd, setAtEnd] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: until another page is reached
  useEffect(() => setAtEnd(false), [pdf.page])
  const total = pdf.view?.document.numPages ?? 0
  // pdf.js names the first of two pages.
  const lastSeen = (page: number) => Math.min(total, lastOfSpread(page, settings.spread))
  const seen = lastSeen(pdf.page)
  const isLast = seen === total && total > 0
  const run = usePdfActions({
    pdf,
    container,
    fullscreen,
    bars,
    onPanel: setPanel,
    onFind: setFinding,
    marks,
    onBookmark: () => pdf.page > 0 && marks.togglePage(pdf.page, total),
    onDouble: () =>
      change({ spread: settings.spread === 'none' ? 'odd' : settings.spread === 'odd' ? 'even' : 'none' }),
    onNight: () => change({ night: !settings.night }),
    onJump,
    onReturn: goBack,
    onNext: () => {
      if (seen < total) return void pdf.view?.viewer.nextPage()
      container.current?.scrollTo({ top: container.current.scrollHeight, behavior: 'instant' })
      setAtEnd(true)
    },
    onEnd: () => setAtEnd(isLast),
    onLeave,
  })
  const { view } = pdf
  useLinkHistory(view, onJump, goBack)
  const isLaidOut = pdf.page > 0
  const outline = useOutline(view)
  useEffect(() => {
    // In pdf.js's numbering. It fails before the pages are laid out.
    if (view && isLaidOut) view.viewer.spreadMode = PDF_SPREADS.indexOf(settings.spread)
  }, [view, isLaidOut, settings.spread])
  useRememberPage(seen, { opening: lastSeen(opening), total, jumped }, place, onPage)

  const goTo = (page: number) => {
    setPanel(null)
    onJump()
    if (pdf.view) pdf.view.viewer.currentPageNumber = page
  }
  return (
    <ReaderFrame
      bars={bars}
      scheme="dark"
      background="#2b2b2e"
      label={bookTitle(book)}
      idle={pdf.error !== null || isLast}
      top={
        <PdfTopBar
          {...props}
          hasContents={outline?.length !== 0}
          bookmarked={bookmarked}
          fullscreen={fullscreen}
          run={run}
        />
      }
      bottom={<PdfBottomBar page={pdf.page} total={total} onGo={goTo} run={run} />}
      notices={
        <>
          {wayBack.place && (wayBack.fresh || bars.shown) && (
            <WayBackNote
              label={tr('return.toPage', { page: wayBack.place.page })}
              onReturn={goBack}
              onStay={wayBack.forget}
            />
          )}
          {place.offer && (
            <OfferNote
              where={tr('page', { page: place.offer.page })}
              onGo={() => {
                goTo(place.offer?.page ?? 1)
                place.dismissOffer()
              }}
              onStay={place.dismissOffer}
            />
          )}
        </>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls has to be reached by keyboard */}
      <div ref={container} className={classes.container} tabIndex={0} onWheel={event => event.ctrlKey || bars.hide()}>
        <div className={`pdfViewer ${classes.pages}`} data-night={settings.night} />
        {isLast && (
          <div className={classes.end}>
            <EndOfBook {...props} onAgain={() => goTo(1)} />
          </div>
        )}
      </div>
      {bookmarked && <Ribbon />}
      {marks.selected && (
        <SelectionBar
          selected={marks.selected}
          onHighlight={marks.highlight}
          onNote={marks.annotate}
          onMore={() => setLookedUp(marks.selected?.quote ?? null)}
          onDone={marks.unselect}
        />
      )}
      {finding && pdf.view && (
        <FindBar view={pdf.view} found={pdf.found} onFind={leave} onClose={() => setFinding(false)} />
      )}
      {!isLaidOut && pdf.error === null && (
        <div className={classes.opening}>
          <WholePageLoader />
        </div>
      )}
      {pdf.error !== null && (
        <div className={classes.problem}>
          <ReaderErrorNotice error={pdf.error} onRetry={() => setAttempt(attempt + 1)} onLeave={onLeave} />
        </div>
      )}
      <Said>{atEnd ? tr('endOfBook') : pdf.page > 0 && tr('pageOf', { page: pdf.page, total })}</Said>
      {panel === 'goTo' && (
        <GoToPage page={pdf.page} total={total} onGo={page => goTo(page + 1)} onClose={() => setPanel(null)} />
      )}
      {panel === 'settings' && <PdfSettingsSheet book={book} saved={saved} onClose={() => setPanel(null)} />}
      {panel === 'help' && <KeyHelp keys={pdfKeys()} onClose={() => setPanel(null)} />}
      {panel === 'outline' && pdf.view && (
        <OutlineSheet
          view={pdf.view}
          outline={outline}
          marks={marks.list}
          onJump={onJump}
          onGo={goTo}
          page={pdf.page}
          onEdit={({ id }) => setEdited(id)}
          onClose={() => setPanel(null)}
        />
      )}
      {lookedUp !== null && <LookUpSheet quote={lookedUp} from={null} onClose={() => setLookedUp(null)} />}
      {editedMark && <MarkSheet key={editedMark.id} mark={editedMark} onClose={() => setEdited(null)} />}
    </ReaderFrame>
  )
}

/** Merely opening is not reading; reaching the last page is, even if it is the first one seen. */
function useRememberPage(
  page: number,
  { opening, total, jumped }: { opening: number; total: number; jumped: RefObject<boolean> },
  place: ReadingPlace,
  onPage: (page: number) => void,
) {
  const { moved } = place
  const acted = useRef(false)
  useEffect(() => {
    if (page === 0 || total === 0) return
    if (page !== opening) acted.current = true
    if (!acted.current && page < total) return
    const deliberate = jumped.current
    jumped.current = false
    moved({ page, percentage: null, locator: null, ...(deliberate && { deliberate }) })
    onPage(page)
  }, [page, opening, total, jumped, moved, onPage])
}
