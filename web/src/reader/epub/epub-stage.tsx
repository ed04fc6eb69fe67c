import type { ReactNode } from 'react'
import { formatPercent } from '../../messages'
import { ReaderErrorNotice } from '../chrome/reader-error-notice'
import { Ribbon } from '../marks/ribbon'
import { SelectionBar } from '../marks/selection-bar'
import { tr } from '../messages'
import { AloudBar } from './aloud/aloud-bar'
import type { Aloud } from './aloud/use-aloud'
import type { Selected } from './bridge/protocol'
import { ChapterFrame } from './chapter-frame'
import classes from './epub-stage.module.css'
import type { EpubMarks } from './marks/use-epub-marks'
import type { Epub } from './use-epub'
import { CHAPTERS_PLACE } from './use-epub-actions'

type Props = {
  readonly epub: Epub
  readonly marks: EpubMarks
  readonly aloud: Aloud
  readonly onMore: (quoted: Pick<Selected, 'quote' | 'progression'>) => void
  readonly end: ReactNode
  readonly onLeave: () => void
}

/** The chapters, and below them a line with the current place. */
export function EpubStage({ epub, marks, aloud, onMore, end, onLeave }: Props) {
  const { frames, chapters, spreads, fixed, saved, ended } = epub
  const partner = frames.shown === null ? null : spreads.partnerOf(frames.shown)
  const { background, faint } = epub.paper
  const content = frames.mounted.map(index => (
    <ChapterFrame
      key={index}
      handle={frames.handleOf(index)}
      chapters={chapters}
      index={index}
      fixedLayout={fixed !== null}
      style={epub.style}
      box={fixed?.boxOf(index) ?? null}
      fonts={epub.fonts}
      marks={marks.inChapter(index)}
      shown={index === frames.shown ? 'true' : index === partner ? 'partner' : 'false'}
      attempt={frames.attemptOf(index)}
      onSize={fixed?.onSize}
      onMessage={frames.onMessage}
      onError={frames.onError}
      onFound={marks.onFound}
    />
  ))
  const isText = fixed === null
  const scrolled = epub.scrolls && !ended
  return (
    <div
      className={classes.stage}
      style={{ background, color: faint }}
      data-footer={saved.settings.footer}
      data-text={isText}
    >
      <div className={classes.page} inert={ended} {...(isText && { [CHAPTERS_PLACE]: true })}>
        {fixed ? (
          <div ref={fixed.scroller} className={classes.scroller} {...{ [CHAPTERS_PLACE]: true }}>
            <div className={classes.spread} style={fixed.size}>
              {content}
            </div>
          </div>
        ) : (
          content
        )}
        {marks.selected && (
          <SelectionBar
            selected={marks.selected}
            onHighlight={marks.highlight}
            onNote={marks.annotate}
            onMore={() => marks.selected && onMore(marks.selected)}
            onDone={marks.unselect}
          />
        )}
        {frames.shown === null && !frames.error && (
          <p className={classes.wait} role="status">
            {tr('epub.opening')}
          </p>
        )}
      </div>
      {scrolled && frames.place?.atStart && epub.hasPrevious && (
        <button type="button" className={classes.back} onClick={() => epub.turn('previous')}>
          {tr('epub.previousChapter')}
        </button>
      )}
      {scrolled && frames.place?.atEnd && (
        <button type="button" className={classes.onward} onClick={() => epub.turn('next')}>
          {tr(frames.mounted.at(-1) === frames.shown ? 'epub.finish' : 'epub.nextChapter')}
        </button>
      )}
      {!ended && <AloudBar aloud={aloud} epub={epub} />}
      {marks.bookmark && !ended && <Ribbon />}
      {saved.settings.footer && <Footer epub={epub} />}
      {frames.error !== null && (
        <div className={classes.cover} style={{ background }}>
          <ReaderErrorNotice
            title={tr('epub.chapterFailed')}
            error={frames.error}
            onRetry={frames.retry}
            onLeave={onLeave}
          />
        </div>
      )}
      {ended && (
        <div className={classes.cover} style={{ background }}>
          {end}
        </div>
      )}
    </div>
  )
}

function Footer({ epub }: { readonly epub: Epub }) {
  return (
    <div className={classes.footer} aria-hidden>
      <span className={classes.chapter}>{epub.lines[epub.line]?.title ?? epub.manifest.metadata.title}</span>
      {epub.pagesLeft !== null && (
        <span>{epub.pagesLeft === 0 ? tr('epub.lastPage') : tr('epub.pagesLeft', { count: epub.pagesLeft })}</span>
      )}
      <span>
        {epub.fixed
          ? tr('count', { page: (epub.here?.chapter ?? 0) + 1, total: epub.chapters.links.length })
          : formatPercent(epub.share)}
      </span>
    </div>
  )
}
