import { Button } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { bookSource } from '../../api/book-source'
import type { MarkDto } from '../../api/types'
import { bookTitle } from '../../features/books/book-title'
import { tm } from '../../features/marks'
import bar from '../chrome/bars.module.css'
import classes from '../chrome/contents-list.module.css'
import { FullTitle } from '../chrome/full-title'
import { PageGrid } from '../chrome/page-grid'
import { Sheet } from '../chrome/sheet'
import { type ContentsTab, ContentsTabs } from '../marks/contents-tabs'
import { MarkSheet } from '../marks/mark-sheet'
import { bookmarksOf, MarksList } from '../marks/marks-list'
import { tr } from '../messages'
import { chapterOf, targetOf } from './marks/mark-locator.rules'
import { PageMiniature } from './page-miniature'
import type { TocLine } from './toc.rules'
import { type Epub, toPage } from './use-epub'
import type { ChapterTarget } from './use-frames'

type Props = {
  readonly epub: Epub
  readonly marks: readonly MarkDto[]
  /** Opens with the grid of pages. */
  readonly pagesFirst: boolean
  readonly onGo: (to: ChapterTarget) => void
  readonly onSearch: () => void
  readonly onClose: () => void
}

// The panel opens with its last tab; the grid of pages has a key and a button of its own.
let lastTab: ContentsTab = 'contents'

/** The contents of the book, and the reader's marks. */
export function ContentsSheet({ epub, marks, pagesFirst, onGo, onSearch, onClose }: Props) {
  const isFixed = epub.fixed !== null
  const [chosen, setTab] = useState(pagesFirst ? 'pages' : lastTab)
  if (chosen !== 'pages') lastTab = chosen
  const [edited, setEdited] = useState<string | null>(null)
  const editedMark = marks.find(({ id }) => id === edited)
  const tab = chosen === 'pages' && !isFixed ? 'contents' : chosen
  const { links } = epub.chapters
  const marked = new Set(bookmarksOf(marks).map(mark => chapterOf(links, mark)))
  return (
    <>
      <Sheet
        title={tab === 'contents' ? tr('contents') : tab === 'pages' ? tr('pages') : tm('marks.title')}
        onClose={onClose}
      >
        <FullTitle title={bookTitle(epub.book)} subtitle={bookSource(epub.book)} />
        <div className={bar.narrow}>
          <Button variant="default" leftSection={<IconSearch size={20} stroke={1.6} aria-hidden />} onClick={onSearch}>
            {tr('search')}
          </Button>
        </div>
        <ContentsTabs contents={tr('contents')} pages={isFixed} tab={tab} onTab={setTab} />
        {tab === 'contents' && <Lines epub={epub} onGo={onGo} />}
        {tab === 'pages' && (
          <PageGrid
            total={links.length}
            current={epub.here?.chapter ?? 0}
            isMarked={page => marked.has(page)}
            picture={page => <PageMiniature chapters={epub.chapters} index={page} />}
            onGo={chapter => onGo(toPage(chapter))}
          />
        )}
        {tab === 'marks' && (
          <MarksList marks={marks} onGo={mark => onGo(targetOf(links, mark))} onEdit={({ id }) => setEdited(id)} />
        )}
      </Sheet>
      {editedMark && <MarkSheet key={editedMark.id} mark={editedMark} onClose={() => setEdited(null)} />}
    </>
  )
}

function Lines({ epub, onGo }: Pick<Props, 'epub' | 'onGo'>) {
  const current = useRef<HTMLLIElement>(null)
  useEffect(() => {
    current.current?.scrollIntoView({ block: 'center' })
  }, [])
  const go = (line: TocLine, chapter: number) =>
    onGo({
      chapter,
      target: line.fragment ? { kind: 'fragment', id: line.fragment } : { kind: 'progression', value: 0 },
    })
  return (
    <>
      {epub.lines.length === 0 && <p className={classes.none}>{tr('contents.none')}</p>}
      <ol>
        {epub.lines.map((line, at) => {
          const { chapter } = line
          return (
            <li key={at} ref={at === epub.line ? current : null} style={{ paddingLeft: `${line.depth * 16}px` }}>
              {chapter === null ? (
                <span className={classes.heading}>{line.title}</span>
              ) : (
                <button
                  type="button"
                  className={classes.line}
                  aria-current={at === epub.line ? 'location' : undefined}
                  data-first-focus={at === epub.line ? '' : undefined}
                  onClick={() => go(line, chapter)}
                >
                  {line.title}
                </button>
              )}
            </li>
          )
        })}
      </ol>
    </>
  )
}
