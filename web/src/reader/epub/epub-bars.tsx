import { useDebouncedValue } from '@mantine/hooks'
import {
  IconBook2,
  IconKeyboard,
  IconLayoutGrid,
  IconList,
  IconMaximize,
  IconMinimize,
  IconSearch,
  IconTypography,
  IconVolume,
} from '@tabler/icons-react'
import { useState } from 'react'
import { bookSource } from '../../api/book-source'
import { bookTitle } from '../../features/books/book-title'
import { formatPercent } from '../../messages'
import { BarButton } from '../chrome/bar-button'
import bar from '../chrome/bars.module.css'
import { PageNumber } from '../chrome/page-number'
import { PlaceSlider } from '../chrome/place-slider'
import { ReaderTitle } from '../chrome/reader-title'
import { BookmarkButton } from '../marks/bookmark-button'
import { tr } from '../messages'
import type { ReaderProps } from '../reader.types'
import type { Aloud } from './aloud/use-aloud'
import { placeAtShare } from './locator.rules'
import { currentLine, fragmentsOf } from './toc.rules'
import { type Epub, toPage } from './use-epub'
import type { RunEpub } from './use-epub-actions'
import { useLineStarts } from './use-line-starts'

type TopProps = ReaderProps & {
  readonly epub: Epub
  readonly bookmarked: boolean
  readonly fullscreen: { readonly on: boolean; readonly can: boolean }
  readonly aloud: Aloud
  readonly run: RunEpub
}

export function EpubTopBar({ book, incognito, epub, bookmarked, onLeave, fullscreen, aloud, run }: TopProps) {
  return (
    <>
      <ReaderTitle title={bookTitle(book)} subtitle={bookSource(book)} incognito={incognito} onBack={onLeave} />
      <BarButton label={tr('contents')} icon={<IconList size={21} />} onClick={() => run('contents')} keys="T" />
      <BookmarkButton on={bookmarked} onClick={() => run('bookmark')} />
      {epub.fixed && (
        <>
          <BarButton
            label={tr('keys.double')}
            icon={<IconBook2 size={21} />}
            pressed={epub.double}
            onClick={() => run('double')}
            keys="D"
          />
          <BarButton label={tr('pages')} icon={<IconLayoutGrid size={21} />} onClick={() => run('pages')} keys="P" />
        </>
      )}
      <span className={bar.roomy}>
        <BarButton label={tr('search')} icon={<IconSearch size={21} />} onClick={() => run('search')} keys="/" />
        {aloud.can && (
          <BarButton
            label={tr('aloud')}
            icon={<IconVolume size={21} />}
            pressed={aloud.on}
            onClick={() => run('aloud')}
            keys="R"
          />
        )}
      </span>
      <BarButton label={tr('settings')} icon={<IconTypography size={21} />} onClick={() => run('settings')} keys="O" />
      <span className={bar.roomy}>
        <BarButton label={tr('keys')} icon={<IconKeyboard size={21} />} onClick={() => run('help')} keys="?" />
        {fullscreen.can && (
          <BarButton
            label={tr(fullscreen.on ? 'fullscreen.off' : 'fullscreen.on')}
            icon={fullscreen.on ? <IconMinimize size={21} /> : <IconMaximize size={21} />}
            onClick={() => run('fullscreen')}
            keys="F"
          />
        )}
      </span>
    </>
  )
}

/** A drag passes through files quickly: where their lines begin is read once it rests. */
const REST_MS = 120

/** Texts of places under the slider. Of a file that several lines share, the line is named once it is known. */
function useSliderText(epub: Epub) {
  const { chapters, lines, here, position, positions } = epub
  const [under, setUnder] = useState<number | null>(null)
  const [resting] = useDebouncedValue(under, REST_MS)
  const starts = useLineStarts(chapters, lines, resting)
  const placeAt = (value: number) => placeAtShare(chapters.links, value / positions)
  const lineAt = (value: number) => {
    if (value === position - 1) return epub.line
    const { chapter, progression } = placeAt(value)
    if (chapter === resting && starts)
      return currentLine(lines, chapter, { from: progression, to: progression, starts })
    const isShared = fragmentsOf(lines, chapter).length > 0
    return isShared && chapter !== here?.chapter ? -1 : epub.lineAt(chapter, progression)
  }
  return {
    look: (value: number) => setUnder(placeAt(value).chapter),
    describe: (value: number) => {
      const share = formatPercent(positions > 1 ? value / (positions - 1) : 0)
      const line = lines[lineAt(value)]
      return line ? tr('epub.where', { chapter: line.title, share }) : share
    },
  }
}

type BottomProps = { readonly epub: Epub; readonly run: RunEpub }

export function EpubBottomBar(props: BottomProps) {
  return props.epub.fixed ? <PagesBar {...props} /> : <TextBar {...props} />
}

/** A fixed layout has pages with numbers, like a comic. */
function PagesBar({ epub, run }: BottomProps) {
  const page = epub.here?.chapter ?? 0
  const total = epub.chapters.links.length
  return (
    <div className={bar.bottom}>
      <PlaceSlider
        label={tr('place')}
        value={page}
        max={total - 1}
        fromRight={epub.direction === 'rtl'}
        describe={at => tr('page', { page: at + 1 })}
        onGo={at => epub.jump(toPage(at))}
      />
      <PageNumber page={page} total={total} onGoTo={() => run('goTo')} />
    </div>
  )
}

function TextBar({ epub }: BottomProps) {
  const { positions, position } = epub
  const { look, describe } = useSliderText(epub)
  return (
    <div className={bar.bottom}>
      <PlaceSlider
        label={tr('place')}
        value={position - 1}
        max={positions - 1}
        fromRight={epub.direction === 'rtl'}
        describe={describe}
        onLook={look}
        onGo={value => epub.jumpToShare(value / positions)}
      />
      <span className={bar.count}>{formatPercent(epub.share)}</span>
    </div>
  )
}
