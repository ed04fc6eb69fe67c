import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BookErrorType } from '../../api/types'
import { t } from '../../messages'
import { ErrorNotice } from '../../ui/error-notice'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { QuietSelect } from '../../ui/quiet-select'
import { Segmented } from '../../ui/segmented'
import { ta } from '../admin/messages'
import { useLibraries } from '../libraries'
import { AllWell } from './all-well'
import { bookErrorsQuery, useRetryAll } from './book-errors.queries'
import classes from './book-errors-page.module.css'
import { ErrorGroup } from './error-group'

/** Books per type before "show all". */
const firstBooks = 4

/** Books with errors by type, with remedies. */
export function BookErrorsPage() {
  usePageTitle(ta('admin.section.errors'))
  const libraries = useLibraries().data ?? []
  const [library, setLibrary] = useState('')
  const [shown, setShown] = useState<'open' | 'ignored'>('open')
  const [whole, setWhole] = useState<BookErrorType | null>(null)
  const libraryId = library || undefined
  const ignored = shown === 'ignored'
  const errors = useQuery(bookErrorsQuery({ libraryId, errorType: undefined, ignored, page: 1, pageSize: firstBooks }))
  const retryAll = useRetryAll()
  const groups = errors.data?.groups.filter(group => group.count > 0) ?? []
  const total = errors.data?.totalBooksWithErrors ?? 0
  return (
    <Page
      wide
      title={ta('admin.section.errors')}
      counts
      line={total > 0 ? ta(ignored ? 'errors.sumIgnored' : 'errors.sum', { count: total }) : '\u00a0'}
      aside={
        !ignored &&
        total > 0 && (
          <Button
            leftSection={<IconRefresh size={18} stroke={1.8} />}
            loading={retryAll.isPending}
            onClick={() => retryAll.mutate({ libraryId })}
          >
            {ta('errors.retryAll')}
          </Button>
        )
      }
    >
      <search className={classes.filters}>
        <Segmented
          label={ta('errors.filter')}
          value={shown}
          onChange={setShown}
          choices={[
            { value: 'open', label: ta('errors.filterOpen') },
            { value: 'ignored', label: ta('errors.filterIgnored') },
          ]}
        />
        {libraries.length > 1 && (
          <QuietSelect
            label={ta('tasks.filterLibrary')}
            value={library}
            onChange={setLibrary}
            choices={[
              { value: '', label: t('libraries.all') },
              ...libraries.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        )}
      </search>
      {errors.error && !errors.data && <ErrorNotice error={errors.error} onRetry={() => void errors.refetch()} />}
      {errors.data && groups.length === 0 && <AllWell ignored={ignored} />}
      <div className={classes.groups} data-waiting={errors.isPlaceholderData}>
        {groups.map(group => (
          <ErrorGroup
            key={`${group.errorType} ${shown} ${library}`}
            group={group}
            libraryId={libraryId}
            ignored={ignored}
            whole={whole === group.errorType}
            onWhole={on => setWhole(on ? group.errorType : null)}
          />
        ))}
      </div>
    </Page>
  )
}
