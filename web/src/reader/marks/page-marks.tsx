import { type CSSProperties, createContext, useContext } from 'react'
import type { MarkDto } from '../../api/types'
import classes from './page-marks.module.css'
import { partsOf } from './region.rules'

/** The marks of the open book, for page views. */
export const PageMarksContext = createContext<readonly MarkDto[]>([])

/** Highlights of a page (1-based) over its image: the lines of a quote, or an area. */
export function PageMarks({ page }: { readonly page: number }) {
  const marks = useContext(PageMarksContext).filter(mark => mark.page === page)
  const percent = (share: number) => `${share * 100}%`
  return marks.map(mark =>
    partsOf(mark).map(({ x, y, width, height }, at) => (
      <span
        key={`${mark.id}.${at}`}
        className={classes.mark}
        data-mark={mark.id}
        data-area={mark.rects.length === 0}
        style={
          {
            left: percent(x),
            top: percent(y),
            width: percent(width),
            height: percent(height),
            '--color': `var(--mark-${mark.color ?? 'yellow'})`,
          } as CSSProperties
        }
      />
    )),
  )
}
