import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconCopy, IconPhoto, IconPhotoPlus, IconRefresh, IconTrash } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { useLibraries } from '../libraries'
import classes from './start-work.module.css'
import { complain, freshenTasks } from './tasks.queries'

/** Frequently requested work, one click away. */
export function StartWork() {
  const mayScan = useMay('libraries-write')
  const mayTasks = useMay('tasks-write')
  const mayBooks = useMay('books-write')
  const mayAll = useMay('system-admin')
  const libraries = useLibraries().data ?? []
  const start = useMutation({
    mutationFn: (ask: () => Promise<unknown>) => ask(),
    onSuccess: () => toast({ message: ta('tasks.queued') }),
    onError: complain,
    onSettled: freshenTasks,
  })
  const task = (type: 'generate_thumbnails' | 'generate_series_thumbnails') => () =>
    start.mutate(() => api.post('/api/v1/tasks', { body: { taskType: { type } } }))
  const scanAll = () =>
    start.mutate(() =>
      Promise.all(
        libraries.map(({ id }) =>
          api.post('/api/v1/libraries/{library_id}/scan', { params: { library_id: id } }).catch(unlessUnderway),
        ),
      ),
    )
  if (!mayTasks && !mayScan) return null
  return (
    <Menu
      position="bottom-end"
      width={280}
      returnFocus
      withInitialFocusPlaceholder={false}
      portalProps={{ target: '#content' }}
      classNames={{ dropdown: classes.dropdown ?? '', item: classes.item ?? '' }}
    >
      <Menu.Target>
        <Button rightSection={<IconChevronDown size={17} stroke={1.9} />} aria-busy={start.isPending}>
          {ta('tasks.start')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {mayScan && (
          <Menu.Item leftSection={<IconRefresh size={18} stroke={1.6} />} onClick={scanAll}>
            {ta('tasks.startScan')}
          </Menu.Item>
        )}
        {mayTasks && (
          <>
            <Menu.Item leftSection={<IconPhotoPlus size={18} stroke={1.6} />} onClick={task('generate_thumbnails')}>
              {ta('tasks.startBookCovers')}
            </Menu.Item>
            <Menu.Item leftSection={<IconPhoto size={18} stroke={1.6} />} onClick={task('generate_series_thumbnails')}>
              {ta('tasks.startSeriesCovers')}
            </Menu.Item>
          </>
        )}
        {mayBooks && (
          <Menu.Item
            leftSection={<IconCopy size={18} stroke={1.6} />}
            onClick={() => start.mutate(() => api.post('/api/v1/duplicates/scan').catch(unlessUnderway))}
          >
            {ta('tasks.startDuplicates')}
          </Menu.Item>
        )}
        {mayAll && (
          <Menu.Item
            leftSection={<IconTrash size={18} stroke={1.6} />}
            onClick={() => start.mutate(() => api.post('/api/v1/admin/cleanup-orphans'))}
          >
            {ta('tasks.startCleanup')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Running ones need not be started. */
function unlessUnderway(error: unknown): void {
  if (!(error instanceof ApiError && error.status === 409)) throw error
}
