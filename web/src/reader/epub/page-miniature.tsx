import { useEffect, useState } from 'react'
import { THUMBNAIL_HEIGHT } from '../chrome/page-grid'
import { tr } from '../messages'
import type { View } from './bridge/geometry.rules'
import type { Chapters } from './chapter/chapters'
import { stillDocument } from './chapter/frame-document'
import { fixedSize } from './chapter/parse-chapter'
import classes from './page-miniature.module.css'

type Props = { readonly chapters: Chapters; readonly index: number }

/** Size of a page that gives none. */
const GUESSED: View = { width: 600, height: 800 }

/** A fixed-layout page, small. Its frame has an opaque origin like the page itself, and runs no script at all. */
export function PageMiniature({ chapters, index }: Props) {
  const [page, setPage] = useState<{ readonly size: View; readonly content: string } | null>(null)
  useEffect(() => {
    let gone = false
    chapters.open(index, 'passing').then(
      ({ document, clean, place, bridge }) => {
        const size = fixedSize(document) ?? GUESSED
        if (!gone) setPage({ size, content: stillDocument(clean, place, size, bridge !== undefined) })
      },
      // The number below is enough.
      () => undefined,
    )
    return () => {
      gone = true
    }
  }, [chapters, index])
  if (!page) return null
  const { width, height } = page.size
  const scale = THUMBNAIL_HEIGHT / height
  return (
    <span className={classes.page} style={{ width: width * scale, height: THUMBNAIL_HEIGHT }}>
      <iframe
        className={classes.frame}
        style={{ width, height, transform: `scale(${scale})` }}
        title={tr('page', { page: index + 1 })}
        aria-hidden
        tabIndex={-1}
        inert
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={page.content}
      />
    </span>
  )
}
