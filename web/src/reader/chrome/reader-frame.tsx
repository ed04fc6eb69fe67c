import { type ReactNode, useDeferredValue } from 'react'
import { useTopDialog } from '../../ui/top-dialog'
import { useRootAttribute } from '../../ui/use-root-attribute'
import { tr } from '../messages'
import { Hud } from './hud'
import classes from './reader-frame.module.css'
import type { Bars } from './use-bars'
import { useWholeScreen } from './use-whole-screen'

type Props = {
  readonly bars: Bars
  readonly top: ReactNode
  readonly bottom: ReactNode
  /** Notices that stay when the bars are hidden. */
  readonly notices?: ReactNode
  readonly scheme: 'light' | 'dark'
  /** Background of the pages. */
  readonly background: string
  readonly label: string
  /** No page is in sight, but the end of the book or an error, or there is another hint: no hint covers it. */
  readonly idle: boolean
  readonly children: ReactNode
}

/** The full-screen frame of a book, with bars above and below that can hide. A turned page is painted before the bars. */
export function ReaderFrame({ bars, top, bottom, notices, scheme, background, label, idle, children }: Props) {
  useWholeScreen()
  const dialog = useTopDialog()
  useRootAttribute('data-reader-bars', bars.shown ? 'shown' : 'hidden')
  return (
    <main
      className={classes.frame}
      style={{ colorScheme: scheme, background }}
      aria-label={label}
      data-reader
      data-bars={bars.shown}
      onPointerMove={bars.onPointerMove}
    >
      {children}
      <header className={classes.top}>{useDeferredValue(top)}</header>
      <div className={classes.notices}>
        {bars.hint && !idle && !dialog && <Hud text={tr('bars.hint')} />}
        {notices}
      </div>
      <footer className={classes.bottom}>{useDeferredValue(bottom)}</footer>
    </main>
  )
}
