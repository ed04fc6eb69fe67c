import {
  IconAdjustmentsHorizontal,
  IconBook2,
  IconKeyboard,
  IconList,
  IconMaximize,
  IconMinimize,
  IconMoon,
  IconNotes,
  IconPhoto,
  IconSearch,
  IconZoomIn,
  IconZoomOut,
} from '@tabler/icons-react'
import { bookSource } from '../../../api/book-source'
import { bookTitle } from '../../../features/books/book-title'
import { tm } from '../../../features/marks'
import { BarButton } from '../../chrome/bar-button'
import bar from '../../chrome/bars.module.css'
import { PageNumber } from '../../chrome/page-number'
import { PlaceSlider } from '../../chrome/place-slider'
import { ReaderTitle } from '../../chrome/reader-title'
import { BookmarkButton } from '../../marks/bookmark-button'
import { tr } from '../../messages'
import type { PdfTextProps } from './pdf-text.types'
import type { RunPdf } from './use-pdf-actions'

type TopProps = PdfTextProps & {
  /** Without contents, the panel has only the marks. */
  readonly hasContents: boolean
  readonly bookmarked: boolean
  readonly fullscreen: { readonly on: boolean; readonly can: boolean }
  readonly run: RunPdf
}

export function PdfTopBar(props: TopProps) {
  const { book, incognito, onLeave, onImageMode, saved, hasContents, bookmarked, fullscreen, run } = props
  return (
    <>
      <ReaderTitle title={bookTitle(book)} subtitle={bookSource(book)} incognito={incognito} onBack={onLeave} />
      <BarButton label={tr('imageMode')} icon={<IconPhoto size={21} />} onClick={onImageMode} />
      <BarButton
        label={hasContents ? tr('contents') : tm('marks.title')}
        icon={hasContents ? <IconList size={21} /> : <IconNotes size={21} />}
        onClick={() => run('outline')}
        keys="T"
      />
      <BookmarkButton on={bookmarked} onClick={() => run('bookmark')} />
      <BarButton label={tr('search')} icon={<IconSearch size={21} />} onClick={() => run('find')} keys="/" />
      <BarButton
        label={tr('night')}
        icon={<IconMoon size={21} />}
        pressed={saved.settings.night}
        onClick={() => run('night')}
        keys="N"
      />
      <BarButton
        label={tr('settings')}
        icon={<IconAdjustmentsHorizontal size={21} />}
        onClick={() => run('settings')}
        keys="O"
      />
      <span className={bar.roomy}>
        <BarButton
          label={tr('keys.double')}
          icon={<IconBook2 size={21} />}
          pressed={saved.settings.spread !== 'none'}
          onClick={() => run('double')}
          keys="D"
        />
        <BarButton label={tr('zoom.out')} icon={<IconZoomOut size={21} />} onClick={() => run('smaller')} keys="-" />
        <BarButton label={tr('zoom.in')} icon={<IconZoomIn size={21} />} onClick={() => run('larger')} keys="+" />
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

type BottomProps = {
  readonly page: number
  readonly total: number
  /** 1-based. */
  readonly onGo: (page: number) => void
  readonly run: RunPdf
}

export function PdfBottomBar({ page, total, onGo, run }: BottomProps) {
  return (
    <div className={bar.bottom}>
      <PlaceSlider
        label={tr('place')}
        value={Math.max(0, page - 1)}
        max={Math.max(0, total - 1)}
        fromRight={false}
        describe={value => tr('page', { page: value + 1 })}
        onGo={value => onGo(value + 1)}
      />
      <PageNumber page={page - 1} total={total} onGoTo={() => run('goTo')} />
    </div>
  )
}
