import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { MarkDto } from '../../api/types'
import { Dialog } from '../../ui/dialog'
import { MarkForm } from './mark-form'
import { MarkLine } from './mark-row'
import { bookMarksQuery } from './marks.queries'
import classes from './marks-page.module.css'
import { tm } from './messages'

type Props = { readonly bookId: string }

const FIRST = 5

/** The user's marks in a book, on its page. */
export default function BookMarksPart({ bookId }: Props) {
  const marks = useQuery(bookMarksQuery(bookId)).data ?? []
  const [isWhole, setWhole] = useState(false)
  const [edited, setEdited] = useState<MarkDto | null>(null)
  if (marks.length === 0) return null
  return (
    <section className={classes.part} aria-label={tm('marks.title')}>
      <h2 className={classes.title}>{tm('marks.title')}</h2>
      {(isWhole ? marks : marks.slice(0, FIRST)).map(mark => (
        <MarkLine key={mark.id} mark={mark} onEdit={() => setEdited(mark)} />
      ))}
      {!isWhole && marks.length > FIRST && (
        <div>
          <Button variant="default" onClick={() => setWhole(true)}>
            {tm('marks.ofBook', { count: marks.length })}
          </Button>
        </div>
      )}
      <Dialog title={edited ? tm(`marks.${edited.kind}`) : ''} opened={edited !== null} onClose={() => setEdited(null)}>
        {edited && <MarkForm mark={edited} onDone={() => setEdited(null)} />}
      </Dialog>
    </section>
  )
}
