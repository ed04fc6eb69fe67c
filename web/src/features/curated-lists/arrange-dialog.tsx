import '../../ui/fields.css'
import { TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconHeading, IconX } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '../../api/query-keys'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { IconButton } from '../../ui/icon-button'
import { focusNextRow, ignoreHeldKey } from '../../ui/lost-focus'
import { toast } from '../../ui/toast'
import { useUnsaved } from '../../ui/unsaved'
import { useDraggedRow } from '../../ui/use-dragged-row'
import { withoutRow } from './arrange.rules'
import { saveArrangement } from './arrangement'
import classes from './curated-lists.module.css'
import { type ArrangedRow, arrangedRows } from './curated-lists.queries'
import type { CuratedList, ListKind } from './list-kind'
import { tl } from './messages'

type Props = { readonly kind: ListKind; readonly list: CuratedList; readonly onClose: () => void }

/** Arranges a list by dragging or by buttons, names its sections, and removes items. */
export function ArrangeDialog({ kind, list, onClose }: Props) {
  const loaded = useQuery({
    queryKey: [...queryKeys.curatedList(kind, list.id), 'arranged'],
    queryFn: () => arrangedRows(kind, list),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  })
  return (
    <Dialog opened large title={tl('curated.arrangeTitle', { name: list.name })} onClose={onClose}>
      {loaded.error && (
        <p role="alert" className={form.error}>
          {errorSentence(loaded.error)}
        </p>
      )}
      {loaded.data && (
        <Rows kind={kind} list={list} given={loaded.data.rows} total={loaded.data.total} onClose={onClose} />
      )}
    </Dialog>
  )
}

type RowsProps = Props & { readonly given: readonly ArrangedRow[]; readonly total: number }

function Rows({ kind, list, given, total, onClose }: RowsProps) {
  const [before] = useState(given)
  const [rows, setRows] = useState(given)
  useUnsaved(rows !== before)
  const [said, setSaid] = useState('')
  const move = (from: number, to: number) => {
    const name = rows[from]?.name
    if (name && to >= 0 && to < rows.length) setSaid(tl('curated.moved', { name, place: to + 1, total: rows.length }))
    setRows(now => {
      const row = now[from]
      return row && to >= 0 && to < now.length ? now.toSpliced(from, 1).toSpliced(to, 0, row) : now
    })
  }
  const { list: element, dragged, handle } = useDraggedRow(move)
  const remove = (button: HTMLElement, at: number) => {
    focusNextRow(button)
    setRows(now => withoutRow(now, at))
  }
  const save = useMutation({
    mutationFn: () => saveArrangement(kind, list, before, rows),
    onSuccess: undo => {
      const run = () => void undo?.().catch((error: unknown) => toast({ message: errorSentence(error), tone: 'bad' }))
      toast({ message: t('action.saved'), ...(undo && { action: { label: t('action.undo'), run } }) })
      onClose()
    },
  })
  const change = (at: number, section: string) =>
    setRows(now => now.map((row, index) => (index === at ? { ...row, section } : row)))
  return (
    <div className={form.form}>
      <p className={form.hint}>{tl('curated.arrangeHint')}</p>
      {total > before.length && (
        <p className={form.hint}>{tl('curated.arrangeFirst', { count: before.length, total })}</p>
      )}
      <p className={classes.said} role="status">
        {said}
      </p>
      <ol ref={element} className={classes.rows} aria-label={list.name}>
        {rows.map(({ id, name, line, section }, at) => (
          <li key={id} className={classes.row} data-dragged={dragged === at}>
            <span className={classes.grip} title={tl('curated.drag', { name })} aria-hidden {...handle(at)}>
              <IconGripVertical size={18} stroke={1.6} />
            </span>
            <span className={classes.rowWords}>
              <span>{name}</span>
              {line && <span className={classes.line}>{line}</span>}
            </span>
            {section !== null && (
              <TextInput
                className={classes.rowSection ?? ''}
                size="xs"
                // Just added: empty.
                autoFocus={section === ''}
                aria-label={tl('curated.section', { name })}
                placeholder={tl('curated.sectionHint')}
                maxLength={200}
                value={section}
                onChange={event => change(at, event.currentTarget.value)}
              />
            )}
            <span className={classes.rowTools}>
              {kind === 'readlists' && section === null && (
                <IconButton label={tl('curated.addSection', { name })} onClick={() => change(at, '')}>
                  <IconHeading size={18} stroke={1.7} />
                </IconButton>
              )}
              <IconButton label={tl('curated.up', { name })} ariaDisabled={at === 0} onClick={() => move(at, at - 1)}>
                <IconArrowUp size={18} stroke={1.7} />
              </IconButton>
              <IconButton
                label={tl('curated.down', { name })}
                ariaDisabled={at === rows.length - 1}
                onClick={() => move(at, at + 1)}
              >
                <IconArrowDown size={18} stroke={1.7} />
              </IconButton>
              <IconButton
                label={tl('curated.remove', { name })}
                onClick={({ currentTarget }) => remove(currentTarget, at)}
                onKeyDown={ignoreHeldKey}
              >
                <IconX size={18} stroke={1.7} />
              </IconButton>
            </span>
          </li>
        ))}
      </ol>
      <FormEnd
        error={save.error}
        save={t('action.save')}
        saving={save.isPending}
        onSave={() => save.mutate()}
        onCancel={onClose}
      />
    </div>
  )
}
