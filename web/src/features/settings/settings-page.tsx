import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { IconRestore, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { SettingDto } from '../../api/types'
import { ErrorNotice } from '../../ui/error-notice'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import { Segmented } from '../../ui/segmented'
import { ta } from '../admin/messages'
import { ts } from './messages'
import { PendingChanges } from './pending-changes'
import { SettingHistory } from './setting-history'
import { SettingRow } from './setting-row'
import { aboutOf, nameOf } from './setting-words'
import { settingsQuery } from './settings.queries'
import { changesOf, type Drafts, differs, drafted, found, inGroups, isOwn } from './settings.rules'
import classes from './settings-page.module.css'

/** All settings of the server: search, change, reset, and the source of each value. */
export function SettingsPage() {
  usePageTitle(ta('admin.section.settings'))
  const { data, error, refetch } = useQuery(settingsQuery)
  const [words, setWords] = useState(useSearch({ from: '/app/settings/server' }).search ?? '')
  const [show, setShow] = useState<'all' | 'changed'>('all')
  const [past, setPast] = useState<SettingDto | null>(null)
  const [drafts, setDrafts] = useState<Drafts>(new Map())
  const [reviewing, setReviewing] = useState(false)
  const changes = changesOf(data ?? [], drafts)
  const draft = (key: string, value: string | null | undefined) => setDrafts(now => drafted(now, key, value))
  const changed = data?.filter(differs) ?? []
  const shown = found(
    show === 'changed' ? changed : (data ?? []),
    words,
    setting => `${groupName(setting.category)} ${nameOf(setting.key)} ${aboutOf(setting)}`,
  )
  const own = shown.filter(isOwn)
  return (
    <Page
      wide
      title={ta('admin.section.settings')}
      counts
      line={lineOf(words, shown.length, show === 'changed' ? changed.length : null)}
      aside={
        <Segmented
          label={ts('settings.show')}
          value={show}
          onChange={setShow}
          choices={[
            { value: 'all', label: ts('settings.all') },
            { value: 'changed', label: `${ts('settings.changed')} (${changed.length})` },
          ]}
        />
      }
    >
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label={ts('settings.search')}
          placeholder={ts('settings.search')}
          leftSection={<IconSearch size={18} stroke={1.7} aria-hidden />}
          value={words}
          onChange={event => setWords(event.currentTarget.value)}
        />
        {show === 'changed' && own.length > 0 && (
          <Button
            variant="default"
            leftSection={<IconRestore size={18} stroke={1.6} aria-hidden />}
            onClick={() => {
              for (const { key } of own) draft(key, null)
              setReviewing(true)
            }}
          >
            {ts('settings.resetMany', { count: own.length })}
          </Button>
        )}
      </div>
      {error && !data && <ErrorNotice error={error} onRetry={() => void refetch()} />}
      {data && shown.length === 0 && <p className={classes.none}>{ts('settings.none')}</p>}
      {inGroups(shown).map(([group, settings]) => (
        <section key={group} className={classes.group} aria-label={groupName(group)}>
          <h2 className={classes.name}>{groupName(group)}</h2>
          <ul className={classes.list}>
            {settings.map(setting => (
              <SettingRow
                key={setting.key}
                setting={setting}
                change={changes.find(change => change.setting.key === setting.key)}
                onDraft={value => draft(setting.key, value)}
                onEnter={() => setReviewing(changes.length > 0)}
                onHistory={() => setPast(setting)}
              />
            ))}
          </ul>
        </section>
      ))}
      <PendingChanges
        changes={changes}
        reviewing={reviewing}
        onReview={setReviewing}
        onDrop={key => (key === null ? setDrafts(new Map()) : draft(key, undefined))}
      />
      {past && <SettingHistory setting={past} onClose={() => setPast(null)} />}
    </Page>
  )
}

function lineOf(words: string, found: number, changed: number | null): string {
  if (words.trim()) return ts('settings.found', { count: found })
  return changed === null ? ts('settings.intro') : ts('settings.changedCount', { count: changed })
}

function groupName(group: string): string {
  const key = `settings.group.${group}` as 'settings.group.server'
  const name = ts(key)
  // A category of a newer server may have no name here.
  return name === key ? group.replaceAll('_', ' ') : name
}
