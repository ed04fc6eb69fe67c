import { Menu } from '@mantine/core'
import { IconArrowMerge, IconArrowsSplit2, IconFolderSymlink } from '@tabler/icons-react'
import { type ReactNode, Suspense, useState } from 'react'
import type { SeriesDto } from '../../api/types'
import { t } from '../../messages'
import { lazyPart } from '../../ui/lazy-part'
import { useMay } from '../auth'

const MergeSeriesDialog = lazyPart(() => import('./merge-series-dialog'))
const SplitSeriesDialog = lazyPart(() => import('./split-series-dialog'))
const MergeSelectedDialog = lazyPart(() => import('./merge-selected-dialog'))
const MoveBooksDialog = lazyPart(() => import('./move-books-dialog'))

type Work = { readonly items: ReactNode; readonly dialog: ReactNode }

/** Merging a series into another one, and splitting it. */
export function useRegroupSeries(series: SeriesDto): Work {
  const may = useMay('series-write')
  const [opened, setOpened] = useState<'merge' | 'split' | null>(null)
  const close = () => setOpened(null)
  return {
    items: may && series.bookCount > 0 && (
      <>
        <Menu.Item leftSection={<IconArrowMerge size={18} stroke={1.6} />} onClick={() => setOpened('merge')}>
          {t('series.mergeInto')}
        </Menu.Item>
        {series.bookCount > 1 && (
          <Menu.Item leftSection={<IconArrowsSplit2 size={18} stroke={1.6} />} onClick={() => setOpened('split')}>
            {t('series.split')}
          </Menu.Item>
        )}
      </>
    ),
    dialog: opened && (
      <Suspense>
        {opened === 'merge' ? (
          <MergeSeriesDialog series={series} onClose={close} />
        ) : (
          <SplitSeriesDialog series={series} onClose={close} />
        )}
      </Suspense>
    ),
  }
}

/** Moving books to another series of their library. */
export function useMoveBooks(
  bookIds: readonly string[],
  onDone: () => void = () => undefined,
): { readonly ask: (() => void) | null; readonly item: ReactNode; readonly dialog: ReactNode } {
  const may = useMay('series-write')
  const [opened, setOpened] = useState(false)
  const ask = () => setOpened(true)
  return {
    ask: may ? ask : null,
    item: may && (
      <Menu.Item leftSection={<IconFolderSymlink size={18} stroke={1.6} />} onClick={ask}>
        {t('books.moveToSeries')}
      </Menu.Item>
    ),
    dialog: opened && (
      <Suspense>
        <MoveBooksDialog
          bookIds={bookIds}
          onClose={() => setOpened(false)}
          onDone={() => {
            setOpened(false)
            onDone()
          }}
        />
      </Suspense>
    ),
  }
}

/** Maximum books per request. */
export const MOST_MOVED = 1000

/** Merging some series into one of them. */
export function useMergeSelected(
  ids: readonly string[],
  onDone: () => void,
): { readonly ask: (() => void) | null; readonly dialog: ReactNode } {
  const may = useMay('series-write')
  const [opened, setOpened] = useState(false)
  return {
    ask: may && ids.length > 1 ? () => setOpened(true) : null,
    dialog: opened && (
      <Suspense>
        <MergeSelectedDialog
          ids={ids}
          onClose={() => setOpened(false)}
          onDone={() => {
            setOpened(false)
            onDone()
          }}
        />
      </Suspense>
    ),
  }
}

/** Maximum series merged at once: they are merged one by one. */
export const MOST_MERGED = 20
