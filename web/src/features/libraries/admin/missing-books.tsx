import { Button } from '@mantine/core'
import { IconRefresh, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { LibraryDto, MissingBookDto } from '../../../api/types'
import { formatRelativeTime, t } from '../../../messages'
import { ConfirmDialog } from '../../../ui/confirm-dialog'
import { dotted } from '../../../ui/detail'
import { Dialog } from '../../../ui/dialog'
import { ErrorNotice } from '../../../ui/error-notice'
import { IconButton } from '../../../ui/icon-button'
import { Pager } from '../../../ui/pager'
import { QuietSelect } from '../../../ui/quiet-select'
import { recordedTitle } from '../../books/recorded-title'
import { pathIn } from './folders/folder-state.rules'
import { useMissingBooks, usePurgeMissing, useScanLibrary, useUpdateLibrary } from './libraries.mutations'
import classes from './missing-books.module.css'

const KEEP_DAYS = ['', '7', '30', '90', '365']

type Props = { readonly library: LibraryDto; readonly onClose: () => void }

/** Books of a library whose files are missing: where they were, since when, and who would lose data by a purge. */
export function MissingBooks({ library, onClose }: Props) {
  const [page, setPage] = useState(1)
  const { data, error, refetch } = useMissingBooks(library.id, page)
  const [asked, setAsked] = useState<MissingBookDto | 'all' | null>(null)
  const scan = useScanLibrary(library.id)
  const purge = usePurgeMissing(library.id, () => setAsked(null))
  return (
    <Dialog large opened title={t('missing.title', { name: library.name })} onClose={onClose}>
      <div className={classes.all}>
        {data?.total === 0 ? <p>{t('missing.none')}</p> : <p>{t('missing.text')}</p>}
        <KeepDays library={library} />
        {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
        <ul className={classes.list}>
          {data?.data.map(book => (
            <li key={book.id} className={classes.book}>
              <div className={classes.words}>
                <strong>{dotted([book.seriesTitle === book.title ? null : book.seriesTitle, titleOf(book)])}</strong>
                <code>
                  {library.paths.length > 1 || book.folderRemoved ? pathIn(book.folder, book.path) : book.path}
                </code>
                <span>
                  {t('missing.since', { when: formatRelativeTime(book.since) })}
                  {book.folderRemoved && ` ${t('missing.folderRemoved')}`}
                  {book.readers.length > 0 && ` ${t('missing.readers', { names: book.readers.join(', ') })}`}
                </span>
              </div>
              <IconButton
                danger
                label={t('missing.purgeNamed', { title: titleOf(book) })}
                onClick={() => setAsked(book)}
              >
                <IconTrash size={20} stroke={1.6} />
              </IconButton>
            </li>
          ))}
        </ul>
        {data && data.total > 0 && (
          <div className={classes.foot}>
            <Pager page={page} pages={data.totalPages} onPage={setPage} />
            <Button
              variant="light"
              leftSection={<IconRefresh size={18} stroke={1.7} aria-hidden />}
              disabled={scan.isPending}
              onClick={() => scan.mutate({ mode: 'normal' })}
            >
              {t('missing.scanAgain')}
            </Button>
            <Button variant="light" color="danger" onClick={() => setAsked('all')}>
              {t('missing.purgeAll', { count: data.total })}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        opened={asked !== null}
        title={t('missing.purgeTitle')}
        confirmLabel={t('missing.purge')}
        pending={purge.isPending}
        error={purge.error}
        onConfirm={() => asked && purge.mutate(asked === 'all' ? null : asked.id)}
        onClose={() => setAsked(null)}
      >
        {t('missing.purgeText', { count: asked === 'all' ? (data?.total ?? 0) : 1 })}
      </ConfirmDialog>
    </Dialog>
  )
}

function KeepDays({ library }: { readonly library: LibraryDto }) {
  const update = useUpdateLibrary(library.id, () => undefined)
  const config = library.scanningConfig ?? { enabled: false, scanMode: 'normal' }
  const days = config.purgeMissingAfterDays ?? null
  const known = days === null || KEEP_DAYS.includes(String(days)) ? KEEP_DAYS : [...KEEP_DAYS, String(days)]
  return (
    <div>
      <div className={classes.label} aria-hidden>
        {t('missing.retention')}
      </div>
      <QuietSelect
        label={t('missing.retention')}
        value={days === null ? '' : String(days)}
        onChange={value =>
          update.mutate({ scanningConfig: { ...config, purgeMissingAfterDays: value === '' ? null : Number(value) } })
        }
        choices={known.map(value => ({
          value,
          label: value === '' ? t('missing.keepAlways') : t('missing.keepDays', { count: Number(value) }),
        }))}
      />
    </div>
  )
}

function titleOf({ title, seriesTitle }: MissingBookDto): string {
  return recordedTitle(title, seriesTitle)
}
