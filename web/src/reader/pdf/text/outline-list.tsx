import { useEffect, useRef } from 'react'
import list from '../../chrome/contents-list.module.css'
import { lineOfPage } from './outline.rules'
import type { PlacedLine } from './read-outline'

type Props = {
  readonly lines: readonly PlacedLine[]
  /** The current page, 0-based. */
  readonly page: number
  readonly onGo: (line: PlacedLine) => void
}

/** The outline of a PDF. It begins at the line of the current page. */
export function OutlineList({ lines, page, onGo }: Props) {
  const begin = useRef<HTMLButtonElement>(null)
  const starts = lines.map(line => line.page)
  const current = lineOfPage(starts, page)
  useEffect(() => {
    begin.current?.scrollIntoView({ block: 'center' })
    // The outline was read after the panel opened; the reader may have gone on to another control.
    const firstControl = begin.current?.closest('dialog')?.querySelector('button')
    if (firstControl && document.activeElement === firstControl) begin.current?.focus({ preventScroll: true })
  }, [])
  return (
    <ol>
      {lines.map((line, at) => (
        <li key={`${at}.${line.title}`} style={{ paddingLeft: `${line.depth * 16}px` }}>
          <button
            ref={at === Math.max(0, current) ? begin : null}
            type="button"
            className={list.line}
            aria-current={at === current ? 'location' : undefined}
            data-first-focus={at === Math.max(0, current) ? '' : undefined}
            onClick={() => onGo(line)}
          >
            {line.title}
          </button>
        </li>
      ))}
    </ol>
  )
}
