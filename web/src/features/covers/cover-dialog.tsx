import '../../ui/fields.css'
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { errorSentence } from '../../ui/error-sentence'
import { CoverChoices } from './cover-choices'
import { CoverLock } from './cover-lock'
import { CoverSources } from './cover-sources'
import classes from './covers.module.css'
import {
  type CoverDto,
  type CoverSubject,
  coversQuery,
  cropCover,
  deleteCover,
  pictureOf,
  resetCover,
  selectCover,
} from './covers.queries'
import { CropView } from './crop-view'
import { DropPlace } from './drop-place'
import { tc } from './messages'
import { type Change, useCoverChange } from './use-cover-change'

type Props = { readonly subject: CoverSubject; readonly onClose: () => void }

/** All covers of a book, series or library: choose, add, crop, reset, delete. */
export function CoverDialog({ subject, onClose }: Props) {
  const { data, error, refetch } = useQuery(coversQuery(subject))
  const [cropped, setCropped] = useState<CoverDto | null>(null)
  const [doomed, setDoomed] = useState<CoverDto | null>(null)
  const change = useCoverChange(subject)
  const run = (act: () => Promise<unknown>, said?: Change['said']) => change.mutate({ act, said })
  const problem = change.error && errorSentence(change.error)
  const isOfSources = change.variables?.from === 'sources'
  const isUsual = data?.[0]?.isSelected ?? true
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
      {error && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {cropped ? (
        <CropView
          subject={subject}
          cover={cropped}
          onCancel={() => setCropped(null)}
          saving={change.isPending}
          onSave={crop =>
            change.mutate(
              {
                act: () => cropCover(subject, cropped.id, crop),
                said: 'cropped',
                back: () => cropCover(subject, cropped.id, cropped.crop ?? null),
              },
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
