import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { MarkDto } from '../../api/types'
import { addMark, bookMarksQuery, removeMark } from '../../features/marks'

export interface BookMarks {
  readonly list: readonly MarkDto[]
  /** Bookmark of a page, 1-based. */
  readonly onPage: (page: number) => MarkDto | null
  readonly togglePage: (page: number, total: number) => void
}

const NONE: readonly MarkDto[] = []

/** The reader's marks in a book of pages. */
export function useBookMarks(bookId: string): BookMarks {
  const list = useQuery(bookMarksQuery(bookId)).data ?? NONE
  return useMemo(() => {
    const onPage = (page: number) => list.find(mark => mark.kind === 'bookmark' && mark.page === page) ?? null
    return {
      list,
      onPage,
      togglePage: (page, total) => {
        const mark = onPage(page)
        if (mark) void removeMark(mark)
        else void addMark(bookId, { kind: 'bookmark', page }, (page - 1) / Math.max(1, total))
      },
    }
  }, [list, bookId])
}
