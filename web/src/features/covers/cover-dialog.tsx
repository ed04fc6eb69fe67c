import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { CoverChoices, sourceName } from './cover-choices'
import { CoverLock } from './cover-lock'
import { CoverSources } from './cover-sources'
import classes from './covers.module.css'
import {
  type CoverDto,
  type CoverSubject,
  coversQuery,
  cropCover,
  deleteCover,
  keyOf,
  pictureOf,
  resetCover,
  selectCover,
} from './covers.queries'
import { CropView } from './crop-view'
import { DropPlace } from './drop-place'
import { tc } from './messages'

type Props = { readonly subject: CoverSubject; readonly onClose: () => void }

interface Change {
  readonly act: () => Promise<unknown>
  readonly from?: 'sources'
  /** Read out at its end; a lock says so itself. */
  readonly said?: 'changed' | 'cropped' | 'deleted' | undefined
}

/** All covers of a book, series or library: choose, add, crop, reset, delete. */
export function CoverDialog({ subject, onClose }: Props) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery(coversQuery(subject))
  const [cropped, setCropped] = useState<CoverDto | null>(null)
  const [doomed, setDoomed] = useState<CoverDto | null>(null)
  const change = useMutation({
    // A picture dropped during a change waits for its end.
    scope: { id: `covers of ${subject.id}` },
    mutationFn: ({ act }: Change) => act(),
    onSettled: () =>
      Promise.all([
        client.invalidateQueries({ queryKey: keyOf(subject) }),
        client.invalidateQueries({ queryKey: [subject.kind === 'library' ? 'libraries' : 'books'] }),
        client.invalidateQueries({ queryKey: ['series'] }),
        ...(subject.kind === 'name' ? [client.invalidateQueries({ queryKey: ['names'] })] : []),
      ]),
  })
  const run = (act: () => Promise<unknown>, said?: Change['said']) => change.mutate({ act, said })
  const problem = change.error && errorSentence(change.error)
  const isOfSources = change.variables?.from === 'sources'
  const isUsual = data?.[0]?.isSelected ?? true
  const shown = data?.find(({ isSelected }) => isSelected)
  const done = change.isSuccess && change.variables.said
  const said = done === 'changed' && subject.kind === 'name' ? 'pictureChanged' : done
  const content = useRef<HTMLDivElement>(null)
  const lastCropped = useRef<string | null>(null)
  useEffect(() => {
    // Back to the button that led to the crop.
    content.current?.querySelector<HTMLElement>(`[data-tools="${lastCropped.current}"] button`)?.focus()
    lastCropped.current = cropped?.id ?? null
  }, [cropped])
  return (
    <Dialog
      large
      opened
      title={tc(subject.kind === 'name' ? 'covers.picture' : 'covers.heading', { title: subject.title })}
      onClose={onClose}
    >
      <p className={classes.said} role="status">
        {said && shown && tc(`covers.said.${said}`, { source: sourceName(subject, shown) })}
      </p>
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {cropped ? (
        <CropView
          subject={subject}
          cover={cropped}
          onCancel={() => setCropped(null)}
          saving={change.isPending}
          onSave={crop =>
            change.mutate(
              { act: () => cropCover(subject, cropped.id, crop), said: 'cropped' },
              { onSettled: () => setCropped(null) },
            )
          }
        />
      ) : (
        data && (
          <div className={classes.dialog} ref={content}>
            <CoverLock subject={subject} busy={change.isPending} run={run} />
            <CoverChoices
              subject={subject}
              covers={data}
              busy={change.isPending}
              onSelect={cover => run(() => selectCover(subject, cover.id), 'changed')}
              onCrop={setCropped}
              onDelete={setDoomed}
            />
            {!isUsual && (
              <Button
                variant="default"
                className={classes.reset ?? ''}
                onClick={() => run(() => resetCover(subject), 'changed')}
              >
                {tc('covers.reset')}
              </Button>
            )}
            {problem && !isOfSources && (
              <p className={classes.problem} role="alert">
                {problem}
              </p>
            )}
            <DropPlace subject={subject} busy={change.isPending} run={act => run(act, 'changed')} />
            <CoverSources
              subject={subject}
              busy={change.isPending}
              run={act => change.mutate({ act, from: 'sources', said: 'changed' })}
              problem={isOfSources ? problem : null}
            />
          </div>
        )
      )}
      {doomed && (
        <ConfirmDialog
          opened
          title={tc('covers.deleteTitle')}
          confirmLabel={tc('covers.delete')}
          pending={change.isPending}
          error={null}
          onClose={() => setDoomed(null)}
          onConfirm={() => {
            run(() => deleteCover(subject, doomed.id), 'deleted')
            setDoomed(null)
          }}
        >
          <div className={classes.doomed}>
            <img src={pictureOf(subject, doomed)} alt="" />
            <p>{tc(doomed.isSelected ? 'covers.deleteShown' : 'covers.deleteOther')}</p>
          </div>
        </ConfirmDialog>
      )}
    </Dialog>
  )
}
