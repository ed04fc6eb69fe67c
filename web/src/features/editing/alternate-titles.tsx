import { Button, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import { api } from '../../api/client'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { useUnsaved } from '../../ui/unsaved'
import classes from './editing.module.css'
import { te } from './messages'

/** Alternate titles of a series. Each is saved separately and at once. */
export function AlternateTitles({ seriesId }: { readonly seriesId: string }) {
  const path = '/api/v1/series/{series_id}/alternate-titles'
  const params = { series_id: seriesId }
  const [label, setLabel] = useState('')
  const [title, setTitle] = useState('')
  const { data, refetch } = useQuery({
    queryKey: ['alternate-titles', seriesId],
    queryFn: async ({ signal }) => (await api.get(path, { params, signal })).titles,
  })
  const change = useMutation({
    mutationFn: async (removed: string | null) => {
      if (removed) await api.delete(`${path}/{title_id}`, { params: { ...params, title_id: removed } })
      else await api.post(path, { params, body: { label, title } })
    },
    onSuccess: async (_, removed) => {
      if (!removed) {
        setLabel('')
        setTitle('')
      }
      await refetch()
    },
  })
  const isComplete = label.trim() !== '' && title.trim() !== ''
  useUnsaved(label !== '' || title !== '')
  // Enter would save the form around it, without this title.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    if (isComplete && !change.isPending) change.mutate(null)
  }
  return (
    <div className={classes.people}>
      <h3 className={classes.small}>{te('editing.alternateTitles')}</h3>
      {data?.map(each => (
        <div key={each.id} data-row className={classes.titleRow}>
          <span className={classes.label}>{each.label}</span>
          <span>{each.title}</span>
          <IconButton label={te('editing.removeName', { name: each.title })} onClick={() => change.mutate(each.id)}>
            <IconTrash size={19} stroke={1.6} />
          </IconButton>
        </div>
      ))}
      <div className={classes.newTitle} data-transient>
        <TextInput
          label={te('editing.titleLabel')}
          placeholder={te('editing.titleLabelExample')}
          value={label}
          onKeyDown={onKeyDown}
          onChange={event => setLabel(event.currentTarget.value)}
        />
        <TextInput
          label={te('editing.otherTitle')}
          value={title}
          onKeyDown={onKeyDown}
          onChange={event => setTitle(event.currentTarget.value)}
        />
        <Button
          variant="subtle"
          leftSection={<IconPlus size={18} stroke={1.8} />}
          disabled={!isComplete}
          loading={change.isPending}
          onClick={() => change.mutate(null)}
        >
          {te('editing.addTitle')}
        </Button>
      </div>
      {change.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(change.error)}
        </p>
      )}
    </div>
  )
}
