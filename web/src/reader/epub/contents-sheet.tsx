import { useEffect, useRef } from 'react'
import classes from '../chrome/contents-list.module.css'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import type { TocLine } from './toc.rules'
import type { Epub } from './use-epub'
import type { ChapterTarget } from './use-frames'

type Props = { readonly epub: Epub; readonly onGo: (to: ChapterTarget) => void; readonly onClose: () => void }

export function ContentsSheet({ epub, onGo, onClose }: Props) {
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
    <Sheet title={tr('contents')} onClose={onClose}>
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
    </Sheet>
  )
}
