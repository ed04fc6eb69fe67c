import type { MarkColor } from '@octavo/contract/mark-limits'
import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo, useRef, useState } from 'react'
import type { MarkDto } from '../../../api/types'
import { addMark, bookMarksQuery, changeMark, newMarkId, removeMark } from '../../../features/marks'
import type { FoundMark, FrameMark, Selected } from '../bridge/protocol'
import type { Epub } from '../use-epub'
import { chapterOf, frameMarkOf, highlightOf, locatorOf } from './mark-locator.rules'

/** The reader's marks in an open ebook. */
export interface EpubMarks {
  readonly list: readonly MarkDto[]
  readonly inChapter: (chapter: number) => readonly FrameMark[]
  /** Positions of marks in the chapter: those of a changed file are anchored again. */
  readonly onFound: (marks: readonly FoundMark[]) => void
  /** The bookmark on this screen. */
  readonly bookmark: MarkDto | null
  readonly toggleBookmark: () => void
  readonly selected: Selected | null
  readonly onSelected: (selected: Selected | null) => void
  readonly highlight: (color: MarkColor) => void
  /** Opens the note form for the selection. */
  readonly annotate: () => void
  readonly unselect: () => void
}

const NONE: readonly MarkDto[] = []
const NO_MARKS: readonly FrameMark[] = []

export function useEpubMarks(epub: Epub, onEdit: (id: string) => void): EpubMarks {
  const { book, chapters, frames, lines, line, lineAt } = epub
  const { links } = chapters
  const list = useQuery(bookMarksQuery(book.id)).data ?? NONE
  const [selected, setSelected] = useState<Selected | null>(null)
  const byChapter = useMemo(() => {
    const marks = new Map<number, FrameMark[]>()
    for (const mark of list) {
      const chapter = chapterOf(links, mark)
      const some = marks.get(chapter) ?? []
      marks.set(chapter, [...some, frameMarkOf(mark)])
    }
    return marks
  }, [list, links])

  const titleAt = (chapter: number, share: number) => lines[lineAt(chapter, share)]?.title
  const latest = useRef({ list, titleAt })
  latest.current = { list, titleAt }
  const anchored = useRef(new Set<string>())
  const onFound = useCallback(
    (found: readonly FoundMark[]) => {
      for (const place of found) {
        const mark = latest.current.list.find(({ id }) => id === place.id)
        if (!mark?.stale || !mark.quote || anchored.current.has(mark.id)) continue
        anchored.current.add(mark.id)
        const chapter = chapterOf(links, mark)
        const locator = locatorOf(links, chapter, latest.current.titleAt(chapter, place.progression), place)
        if (locator) void changeMark(mark, { locator })
      }
    },
    [links],
  )

  const place = frames.place
  const bookmark = list.find(({ id, kind }) => kind === 'bookmark' && place?.marks.includes(id)) ?? null
  const add = (kind: 'bookmark' | 'highlight', words: Omit<Selected, 'box' | 'byKeys'>, color?: MarkColor) => {
    const { shown } = frames
    if (shown === null) return null
    // A bookmark is of the page, whose share is of pages.
    const title = kind === 'bookmark' ? lines[line]?.title : titleAt(shown, words.progression)
    const locator = locatorOf(links, shown, title, words)
    if (!locator) return null
    const id = newMarkId()
    const progression = locator.locations?.totalProgression ?? 0
    void addMark(book.id, { id, kind, locator, ...(color && { color }) }, progression)
    return id
  }
  const unselect = () => {
    setSelected(null)
    frames.post({ kind: 'unselect' })
  }
  // Words that are highlighted already get no second mark.
  const marked = () =>
    selected && frames.shown !== null ? highlightOf(links, list, frames.shown, selected) : undefined
  const highlight = (color: MarkColor) => {
    const mark = marked()
    if (mark && mark.color !== color) void changeMark(mark, { color })
    const id = mark?.id ?? (selected && add('highlight', selected, color))
    unselect()
    return id
  }
  return {
    list,
    inChapter: chapter => byChapter.get(chapter) ?? NO_MARKS,
    onFound,
    bookmark,
    toggleBookmark: () => {
      if (bookmark) void removeMark(bookmark)
      else if (place) {
        const { words, before, after, progression } = place
        add('bookmark', { quote: words, before, after, progression })
      }
    },
    selected,
    onSelected: setSelected,
    highlight,
    annotate: () => {
      const id = highlight(marked()?.color ?? 'yellow')
      if (!id) return
      // The button is gone when the form closes.
      frames.focus()
      onEdit(id)
    },
    unselect,
  }
}
