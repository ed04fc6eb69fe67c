import {
  IconAdjustmentsHorizontal,
  IconBook2,
  IconFileText,
  IconKeyboard,
  IconLayoutCollage,
  IconLayoutGrid,
  IconList,
  IconMarquee2,
  IconMaximize,
  IconMinimize,
  IconMoon,
  IconPlayerPause,
  IconPlayerPlay,
  IconSearch,
} from '@tabler/icons-react'
import { bookSource } from '../../api/book-source'
import { bookTitle } from '../../features/books/book-title'
import { tm } from '../../features/marks'
import { BarButton } from '../chrome/bar-button'
import classes from '../chrome/bars.module.css'
import { PageNumber } from '../chrome/page-number'
import { PlaceSlider } from '../chrome/place-slider'
import { ReaderTitle } from '../chrome/reader-title'
import { BookmarkButton } from '../marks/bookmark-button'
import { tr } from '../messages'
import type { ReaderProps } from '../reader.types'
import { pageThumbnail } from './page-address'
import type { Comic } from './use-comic'
import type { Run } from './use-comic-actions'

type TopProps = ReaderProps & {
  readonly comic: Comic
  readonly bookmarked: boolean
  readonly marking: boolean
  readonly fullscreen: { readonly on: boolean; readonly can: boolean }
  readonly run: Run
}

export function ComicTopBar({
  book,
  incognito,
  onLeave,
  onTextMode,
  tools,
  comic,
  bookmarked,
  marking,
  fullscreen,
  run,
}: TopProps) {
  const { direction } = comic.saved.settings
  const sideways = direction === 'ltr' || direction === 'rtl'
  return (
    <>
      <ReaderTitle title={bookTitle(book)} subtitle={bookSource(book)} incognito={incognito} onBack={onLeave} />
      {onTextMode && <BarButton label={tr('textMode')} icon={<IconFileText size={21} />} onClick={onTextMode} />}
      {tools && (
        <>
          <BarButton
            label={tr(tools.hasContents ? 'contents' : 'contents.none')}
            icon={<IconList size={21} />}
            disabled={!tools.hasContents}
            onClick={() => run('contents')}
            keys="T"
          />
          <BarButton label={tr('search')} icon={<IconSearch size={21} />} onClick={() => run('search')} keys="/" />
        </>
      )}
      {sideways && (
        <span className={classes.roomy}>
          <BarButton
            label={tr('keys.double')}
            icon={<IconBook2 size={21} />}
            pressed={comic.double}
            onClick={() => run('double')}
            keys="D"
          />
        </span>
      )}
      {comic.strip && (
        <BarButton
          label={tr('autoScroll')}
          icon={comic.scrolling ? <IconPlayerPause size={21} /> : <IconPlayerPlay size={21} />}
          pressed={comic.scrolling}
          onClick={() => run('autoScroll')}
          keys="A"
        />
      )}
      {!comic.strip && (
        <span className={classes.roomy}>
          <BarButton
            label={tr('panels')}
            icon={<IconLayoutCollage size={21} />}
            pressed={comic.guided}
            onClick={() => run('panels')}
            keys="V"
          />
        </span>
      )}
      <span className={tools ? classes.roomy : classes.always}>
        <BarButton
          label={tm('marks.region')}
          icon={<IconMarquee2 size={21} />}
          pressed={marking}
          onClick={() => run('region')}
          keys="R"
        />
      </span>
      <BookmarkButton on={bookmarked} onClick={() => run('bookmark')} />
      <BarButton label={tr('pages')} icon={<IconLayoutGrid size={21} />} onClick={() => run('pages')} keys="P" />
      <BarButton
        label={tr('settings')}
        icon={<IconAdjustmentsHorizontal size={21} />}
        onClick={() => run('settings')}
        keys="O"
      />
      <span className={classes.roomy}>
        <BarButton
          label={tr('night')}
          icon={<IconMoon size={21} />}
          pressed={comic.saved.settings.night}
          onClick={() => run('night')}
          keys="N"
        />
        <BarButton label={tr('keys')} icon={<IconKeyboard size={21} />} onClick={() => run('help')} keys="?" />
      </span>
      <span className={tools ? classes.roomy : classes.always}>
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

export function ComicBottomBar({ comic, run }: { readonly comic: Comic; readonly run: Run }) {
  const { turning, total, book } = comic
  return (
    <div className={classes.bottom}>
      <PlaceSlider
        label={tr('place')}
        value={turning.page}
        max={total - 1}
        fromRight={comic.saved.settings.direction === 'rtl'}
        describe={page => tr('page', { page: page + 1 })}
        preview={page => pageThumbnail(book, page)}
        onGo={turning.goTo}
      />
      <PageNumber page={turning.page} total={total} onGoTo={() => run('goTo')} />
    </div>
  )
}
