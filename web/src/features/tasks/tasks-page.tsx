import { Button } from '@mantine/core'
import { IconAdjustments, IconPlayerPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { memo, Suspense, useDeferredValue, useState } from 'react'
import type { TaskStats } from '../../api/types'
import { formatNumber } from '../../messages'
import { dotted } from '../../ui/detail'
import { IconButton } from '../../ui/icon-button'
import { lazyPart } from '../../ui/lazy-part'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { QuietSelect } from '../../ui/quiet-select'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { useLibraries } from '../libraries'
import { QueueBanner } from './queue-banner'
import { StartWork } from './start-work'
import { readTaskSearch, stateFilters, type TaskSearch } from './task-search'
import { TaskSheet } from './task-sheet'
import { typeName } from './task-words'
import { complain, taskControlQuery, taskStatsQuery, useTaskControl } from './tasks.queries'
import { TasksByState } from './tasks-by-state'
import { TasksNow } from './tasks-now'
import classes from './tasks-page.module.css'

const QueueSettings = lazyPart(() => import('./queue-settings'))

/** All background work of the server, live. */
export function TasksPage() {
  usePageTitle(ta('admin.section.tasks'))
  const address = useSearch({ strict: false })
  const search = readTaskSearch(address)
  const { filter } = useTaskFilter(search)
  const stats = useQuery(taskStatsQuery).data
  return (
    <Page title={ta('admin.section.tasks')} line={stats ? summaryOf(stats) : '\u00a0'} aside={<Tools />} wide>
      <QueueBanner />
      <Filters search={search} stats={stats} onFilter={filter} />
      <Tasks address={useDeferredValue(address)} />
    </Page>
  )
}

/** Follows the filters in the background. */
const Tasks = memo(function Tasks({ address }: { readonly address: Record<string, unknown> }) {
  const search = readTaskSearch(address)
  const { go, filter } = useTaskFilter(search)
  return (
    <>
      {search.state ? (
        <TasksByState search={search} onPage={page => go(readTaskSearch({ ...search, page }))} />
      ) : (
        <TasksNow search={search} onState={state => filter({ state })} />
      )}
      <TaskSheet id={search.task} onClose={() => go(readTaskSearch({ ...search, task: undefined }))} />
    </>
  )
})

function useTaskFilter(search: TaskSearch) {
  const navigate = useNavigate()
  const go = (next: TaskSearch) =>
    navigate({ to: '.', search: next, replace: true, resetScroll: false, viewTransition: false })
  const filter = (part: Partial<Record<keyof TaskSearch, string | undefined>>) => {
    const { page: _, ...rest } = search
    return go(readTaskSearch({ ...rest, ...part }))
  }
  return { go, filter }
}

function Tools() {
  const mayControl = useMay('system-admin')
  const control = useQuery(taskControlQuery).data
  const change = useTaskControl()
  const [settings, setSettings] = useState(false)
  return (
    <>
      {mayControl && control && (
        <>
          <IconButton label={ta('queue.settings')} onClick={() => setSettings(true)}>
            <IconAdjustments size={20} stroke={1.7} />
          </IconButton>
          {!control.paused && (
            <Button
              variant="default"
              leftSection={<IconPlayerPause size={18} stroke={1.8} />}
              loading={change.isPending}
              onClick={() => change.mutate({ paused: true }, { onError: complain })}
            >
              {ta('queue.pause')}
            </Button>
          )}
          <Suspense>{settings && <QueueSettings control={control} onClose={() => setSettings(false)} />}</Suspense>
        </>
      )}
      <StartWork />
    </>
  )
}

type FilterProps = {
  readonly search: TaskSearch
  readonly stats: TaskStats | undefined
  readonly onFilter: (part: Partial<Record<keyof TaskSearch, string | undefined>>) => unknown
}

function Filters({ search, stats, onFilter }: FilterProps) {
  const libraries = useLibraries().data ?? []
  const types = [...new Set([...Object.keys(stats?.byType ?? {}), ...(search.type ? [search.type] : [])])]
  const byName = types.map(value => ({ value, label: typeName(value) })).sort((a, b) => a.label.localeCompare(b.label))
  return (
    <search className={classes.filters}>
      <QuietSelect
        label={ta('tasks.filterState')}
        value={search.state ?? ''}
        onChange={state => onFilter({ state: state || undefined })}
        choices={[
          { value: '', label: ta('tasks.overview') },
          ...stateFilters.map(value => ({ value, label: ta(`tasks.state.${value}`) })),
        ]}
      />
      <QuietSelect
        label={ta('tasks.filterType')}
        value={search.type ?? ''}
        onChange={type => onFilter({ type: type || undefined })}
        choices={[{ value: '', label: ta('tasks.allTypes') }, ...byName]}
      />
      {libraries.length > 1 && (
        <QuietSelect
          label={ta('tasks.filterLibrary')}
          value={search.library ?? ''}
          onChange={library => onFilter({ library: library || undefined })}
          choices={[
            { value: '', label: ta('tasks.allLibraries') },
            ...libraries.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      )}
    </search>
  )
}

function summaryOf(stats: TaskStats): string {
  if (stats.processing + stats.pending === 0) return ta('tasks.quiet')
  return dotted([
    stats.processing > 0 && ta('tasks.runningCount', { count: stats.processing }),
    stats.pending > 0 && ta('tasks.waitingCount', { count: stats.pending }),
    stats.failed > 0 && ta('tasks.failedCount', { count: formatNumber(stats.failed) }),
  ])
}
