import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { t } from '../../../../messages'
import { Dialog } from '../../../../ui/dialog'
import { pageQuery } from '../../list.queries'
import { tl } from '../../messages'
import type { Condition, Question } from '../../question/question'
import classes from './builder.module.css'
import { conditionOf, draftOf } from './draft.rules'
import { GroupEditor } from './group-editor'

type Props = {
  readonly question: Question
  readonly libraryId: string | null
  /** Undefined: no change. */
  readonly onDone: (condition?: Condition | null) => void
}

/** Builds any condition: nested groups, every field with every operator; shows the number of matches at once. */
export default function BuilderDialog({ question, libraryId, onDone }: Props) {
  const { kind, text, sort } = question
  const [draft, setDraft] = useState(() => draftOf(question.condition))
  const condition = conditionOf(draft)
  const asked = useDeferredValue(condition)
  const found = useQuery({
    ...pageQuery({ kind, libraryId, condition: asked, text, sort }, 1),
    placeholderData: before => before,
  })
  const total = found.data?.total
  return (
    <Dialog title={tl('builder.title')} opened large onClose={() => onDone()}>
      <GroupEditor root={draft} group={draft} level={1} kind={kind} onChange={setDraft} libraryId={libraryId} />
      <div className={classes.foot}>
        <p className={classes.found} role="status">
          {found.error
            ? t('error.title')
            : total === undefined
              ? '\u00a0'
              : t(kind === 'series' ? 'series.count' : 'books.count', { count: total })}
        </p>
        <Button variant="default" onClick={() => onDone()}>
          {t('action.cancel')}
        </Button>
        <Button onClick={() => onDone(condition)}>{tl('builder.apply')}</Button>
      </div>
    </Dialog>
  )
}
