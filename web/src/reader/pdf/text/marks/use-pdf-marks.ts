import { MARK_COLORS, type MarkColor } from '@octavo/contract/mark-limits'
import { type RefObject, useEffect, useRef, useState } from 'react'
import type { MarkDto } from '../../../../api'
import { addMark, newMarkId } from '../../../../features/marks'
import type { SelectStep } from '../../../epub/select-text.rules'
import { partsOf } from '../../../marks/region.rules'
import { type BookMarks, useBookMarks } from '../../../marks/use-book-marks'
import type { PdfState } from '../use-pdf-view'
import { isWithin } from './page-rects.rules'
import classes from './pdf-marks.module.css'
import { pageOf, type SelectedOnPage, selectedText, selectOnPage } from './selected-text'

export interface PdfMarks extends BookMarks {
  readonly selected: SelectedOnPage | null
  /** Selects by keys. */
  readonly select: (step: SelectStep) => void
  readonly highlight: (color: MarkColor) => void
  readonly annotate: () => void
  readonly unselect: () => void
}

const RESTS_MS = 200

/** The reader's marks on the pages of a PDF, and the selection for a new one. */
export function usePdfMarks(
  bookId: string,
  pdf: PdfState,
  container: RefObject<HTMLElement | null>,
  onEdit: (id: string) => void,
  onTap: () => void,
): PdfMarks {
  const marks = useBookMarks(bookId)
  const [selected, setSelected] = useState<SelectedOnPage | null>(null)
  const latest = useRef(marks.list)
  latest.current = marks.list

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const onSelection = () => {
      clearTimeout(timer)
      timer = setTimeout(() => setSelected(container.current && selectedText(container.current)), RESTS_MS)
    }
    document.addEventListener('selectionchange', onSelection)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('selectionchange', onSelection)
    }
  }, [container])

  const acts = useRef({ onEdit, onTap, selected })
  acts.current = { onEdit, onTap, selected }
  useEffect(() => {
    const pages = container.current
    if (!pages) return
    let pointer = ''
    const onDown = (event: PointerEvent) => {
      pointer = event.pointerType
    }
    const onClick = (event: MouseEvent) => {
      const id = markUnder(event, latest.current)
      if (id !== null) acts.current.onEdit(id)
      // A mouse has the edges of the window. A tap that ends a selection does nothing else.
      else if (pointer !== 'mouse' && !acts.current.selected && isFree(event)) acts.current.onTap()
    }
    pages.addEventListener('pointerdown', onDown)
    pages.addEventListener('click', onClick)
    return () => {
      pages.removeEventListener('pointerdown', onDown)
      pages.removeEventListener('click', onClick)
    }
  }, [container])

  const { view } = pdf
  useEffect(() => {
    if (!view) return
    const onRendered = ({ pageNumber }: { readonly pageNumber: number }) => {
      const page = container.current?.querySelector<HTMLElement>(`.page[data-page-number="${pageNumber}"]`)
      if (page) draw(page, latest.current)
    }
    view.bus.on('pagerendered', onRendered)
    return () => view.bus.off('pagerendered', onRendered)
  }, [view, container])
  useEffect(() => {
    if (!view) return
    for (const page of container.current?.querySelectorAll<HTMLElement>('.page[data-loaded]') ?? []) {
      draw(page, marks.list)
    }
  }, [view, container, marks.list])

  const unselect = () => {
    getSelection()?.removeAllRanges()
    setSelected(null)
  }
  const highlight = (color: MarkColor) => {
    if (!selected) return null
    const { page, quote, rects } = selected
    const id = newMarkId()
    const total = view?.document.numPages ?? 1
    void addMark(bookId, { id, kind: 'highlight', color, page, quote, rects: [...rects] }, (page - 1) / total)
    unselect()
    return id
  }
  return {
    ...marks,
    selected,
    select: step => {
      if (!container.current) return
      selectOnPage(container.current, pdf.page, step)
      // The next key is for the selection.
      setSelected(selectedText(container.current))
    },
    highlight,
    annotate: () => {
      const id = highlight(MARK_COLORS[0])
      if (!id) return
      // The button is gone when the form closes.
      container.current?.focus({ preventScroll: true })
      onEdit(id)
    },
    unselect,
  }
}

/** Neither on a control or link, nor while text is selected. */
function isFree({ target }: MouseEvent): boolean {
  const onControl = target instanceof Element && target.closest('a, button, input, select, textarea') !== null
  return !onControl && getSelection()?.isCollapsed !== false
}

/** The highlight under a tap. */
function markUnder({ target, clientX, clientY }: MouseEvent, marks: readonly MarkDto[]): string | null {
  const page = target instanceof Node ? pageOf(target) : null
  if (!page || !getSelection()?.isCollapsed) return null
  const { left, top, width, height } = page.getBoundingClientRect()
  const [x, y] = [(clientX - left) / width, (clientY - top) / height]
  const isHit = (mark: MarkDto) => mark.page === Number(page.dataset.pageNumber) && isWithin(x, y, partsOf(mark))
  return marks.findLast(isHit)?.id ?? null
}

/** Above the page and below its text, which stays selectable. */
function draw(page: HTMLElement, marks: readonly MarkDto[]): void {
  page.querySelector(':scope > [data-marks]')?.remove()
  const own = marks.filter(mark => mark.page === Number(page.dataset.pageNumber) && partsOf(mark).length > 0)
  if (own.length === 0) return
  const layer = document.createElement('div')
  layer.dataset.marks = ''
  layer.className = classes.layer ?? ''
  for (const mark of own) {
    for (const { x, y, width, height } of partsOf(mark)) {
      const part = layer.appendChild(document.createElement('div'))
      part.dataset.mark = mark.id
      part.dataset.area = String(mark.rects.length === 0)
      part.dataset.noted = String(mark.note !== null)
      const percent = (share: number) => `${share * 100}%`
      part.style.left = percent(x)
      part.style.top = percent(y)
      part.style.width = percent(width)
      part.style.height = percent(height)
      part.style.setProperty('--color', `var(--mark-${mark.color ?? 'yellow'})`)
    }
  }
  page.append(layer)
}
