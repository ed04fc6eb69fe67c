import { Button } from '@mantine/core'
import { IconRestore } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { api } from '../../api/client'
import { askPreferences } from '../../api/preferences'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ReaderProfileDto, ReaderProfileTarget } from '../../api/types'
import { dotted } from '../../ui/detail'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { Panel } from '../../ui/panel'
import { QuietSelect } from '../../ui/quiet-select'
import rows from '../../ui/rows.module.css'
import { toast } from '../../ui/toast'
import { tp } from './messages'
import { keyOfTarget, targetOf, thisDevice } from './profile-target'
import classes from './reader-profiles.module.css'

const PAGE_SIZE = 20

/** Reader settings by book, series, library and device: view, copy and clear. */
export default function ReaderProfiles() {
  const { data, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.readerProfiles,
    queryFn: ({ pageParam, signal }) =>
      api.get('/api/v1/user/reader-profiles', { query: { page: pageParam, pageSize: PAGE_SIZE }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ page, totalPages }) => (page < totalPages ? page + 1 : undefined),
  })
  const profiles = data?.pages.flatMap(page => page.data) ?? []
  return (
    <Panel title={tp('profiles.title')} text={tp('profiles.text')}>
      {data && profiles.length === 0 && <p>{tp('profiles.none')}</p>}
      {profiles.length > 0 && (
        <ul className={rows.list}>
          {profiles.map(profile => (
            <Profile key={keyOfTarget(profile.reader, targetOf(profile))} profile={profile} all={profiles} />
          ))}
        </ul>
      )}
      {hasNextPage && (
        <Button variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {tp('profiles.more')}
        </Button>
      )}
    </Panel>
  )
}

type Props = { readonly profile: ReaderProfileDto; readonly all: readonly ReaderProfileDto[] }

function Profile({ profile, all }: Props) {
  const { reader } = profile
  const from = targetOf(profile)
  const change = useMutation({
    mutationFn: async (to: ReaderProfileTarget | null) => {
      if (to) await api.post('/api/v1/user/reader-profiles/copy', { body: { reader, from, to } })
      else await api.delete('/api/v1/user/reader-profiles', { query: { reader, ...from } })
      // Updates open readers.
      askPreferences([keyOfTarget(reader, to ?? from)])
      return to
    },
    onSuccess: to => {
      const target = to && targets.find(each => each.value === keyOfTarget(reader, to))?.label
      toast({ message: target ? tp('profiles.copied', { target }) : tp('profiles.resetDone') })
    },
    onError: error => toast({ message: errorSentence(error), tone: 'bad' }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: queryKeys.readerProfiles }),
  })
  const others: readonly (readonly [ReaderProfileTarget, string])[] = [
    [{ scope: 'default' }, tp('profiles.default')],
    [{ scope: 'device', device: thisDevice() }, tp('profiles.thisDevice')],
    ...all
      .filter(other => other.reader === reader && other.scope !== 'default' && other.device !== thisDevice())
      .map(other => [targetOf(other), nameOf(other)] as const),
  ]
  const targets = others
    .map(([target, label]) => ({ target, label, value: keyOfTarget(reader, target) }))
    .filter(({ value }) => value !== keyOfTarget(reader, from))
  const name = dotted([tp(`profiles.${reader}`), nameOf(profile)])
  return (
    <li className={rows.row}>
      <span className={rows.words}>
        <strong>{nameOf(profile)}</strong>
        <span>
          {dotted([tp(`profiles.${reader}`), tp('profiles.settings', { count: Object.keys(profile.settings).length })])}
        </span>
      </span>
      <div className={rows.acts}>
        <span className={classes.copy}>
          <QuietSelect
            label={tp('profiles.copy', { profile: name })}
            value=""
            onChange={key => {
              const to = targets.find(({ value }) => value === key)
              if (to) change.mutate(to.target)
            }}
            choices={[{ value: '', label: tp('profiles.copyTo') }, ...targets]}
          />
        </span>
        <IconButton label={tp('profiles.reset', { profile: name })} onClick={() => change.mutate(null)}>
          <IconRestore size={18} stroke={1.7} />
        </IconButton>
      </div>
    </li>
  )
}

function nameOf({ scope, name, device }: ReaderProfileDto): string {
  if (scope === 'default') return tp('profiles.default')
  if (scope === 'device') return tp(device === thisDevice() ? 'profiles.thisDevice' : 'profiles.device')
  return tp(`profiles.${scope}`, { name: name ?? '' })
}
