import {
  IconKeyboard,
  IconList,
  IconMaximize,
  IconMinimize,
  IconSearch,
  IconTypography,
  IconVolume,
} from '@tabler/icons-react'
import { bookSource } from '../../api/book-source'
import { formatPercent } from '../../messages'
import { BarButton } from '../chrome/bar-button'
import bar from '../chrome/bars.module.css'
import { PlaceSlider } from '../chrome/place-slider'
import { ReaderTitle } from '../chrome/reader-title'
import { BookmarkButton } from '../marks/bookmark-button'
import { tr } from '../messages'
import type { ReaderProps } from '../reader.types'
import type { Aloud } from './aloud/use-aloud'
import { placeAtShare } from './locator.rules'
import { currentLine } from './toc.rules'
import type { Epub } from './use-epub'
import type { RunEpub } from './use-epub-actions'

type TopProps = ReaderProps & {
  readonly bookmarked: boolean
  readonly fullscreen: { readonly on: boolean; readonly can: boolean }
  readonly aloud: Aloud
  readonly run: RunEpub
}

export function EpubTopBar({ book, incognito, bookmarked, onLeave, fullscreen, aloud, run }: TopProps) {
  return (
    <>
      <ReaderTitle title={book.title} subtitle={bookSource(book)} incognito={incognito} onBack={onLeave} />
      <BarButton label={tr('contents')} icon={<IconList size={21} />} onClick={() => run('contents')} keys="T" />
      <BookmarkButton on={bookmarked} onClick={() => run('bookmark')} />
      <span className={bar.roomy}>
        <BarButton label={tr('search')} icon={<IconSearch size={21} />} onClick={() => run('search')} keys="/" />
        {aloud.can && (
          <BarButton
            label={tr('aloud')}
            icon={<IconVolume size={21} />}
            pressed={aloud.state !== 'off'}
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

export function EpubBottomBar({ epub }: { readonly epub: Epub }) {
  const { positions, position, chapters, lines } = epub
  const describe = (value: number) => {
    const share = positions > 1 ? value / (positions - 1) : 0
    const line = lines[currentLine(lines, placeAtShare(chapters.links, value / positions).chapter)]
    return line ? tr('epub.where', { chapter: line.title, share: formatPercent(share) }) : formatPercent(share)
  }
  return (
    <div className={bar.bottom}>
      <PlaceSlider
        label={tr('place')}
        value={position - 1}
        max={positions - 1}
        fromRight={epub.direction === 'rtl'}
        describe={describe}
        onGo={value => epub.jumpToShare(value / positions)}
      />
      <span className={bar.count}>{formatPercent(epub.share)}</span>
    </div>
  )
}
