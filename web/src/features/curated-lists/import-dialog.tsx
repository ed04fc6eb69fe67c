import '../../ui/fields.css'
import { Button, FileInput, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../api/client'
import { queryClient } from '../../api/query-client'
import { queryKeys } from '../../api/query-keys'
import type { ReadListMatchDto } from '../../api/types'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { useUnsaved } from '../../ui/unsaved'
import classes from './curated-lists.module.css'
import type { CuratedList } from './list-kind'
import { type Choice, type Entry, isUndecided, MatchRow } from './match-row'
import { tl } from './messages'

type Props = { readonly onClose: () => void; readonly onSaved: (list: CuratedList) => void }

/** Reads a list file, shows matching books, and creates a reading list of the chosen ones. */
export function ImportDialog({ onClose, onSaved }: Props) {
  const match = useMutation({
    mutationFn: (file: File): Promise<ReadListMatchDto> => {
      const body = new FormData()
      body.append('file', file)
      return api.post('/api/v1/readlists/files/match', { body })
    },
  })
  return (
    <Dialog opened large title={tl('curated.import')} onClose={onClose}>
      <div className={form.form}>
        <FileInput
          data-autofocus
          label={tl('curated.file')}
          description={tl('curated.importHint')}
          placeholder={tl('curated.chooseFile')}
          accept=".cbl,.xml,.json"
          disabled={match.isPending}
          onChange={file => {
            if (file) match.mutate(file)
          }}
        />
        {match.error && (
          <p role="alert" className={form.error}>
            {errorSentence(match.error)}
          </p>
        )}
        {match.data && <Matches key={match.submittedAt} found={match.data} onClose={onClose} onSaved={onSaved} />}
      </div>
    </Dialog>
  )
}

/** Unambiguous matches are preselected. */
const firstChoice = ({ state, candidates }: Entry) => (state === 'matched' ? candidates[0]?.bookId : undefined)

function Matches({ found, onClose, onSaved }: Props & { readonly found: ReadListMatchDto }) {
  const [name, setName] = useState(found.name)
  const [before] = useState<readonly Choice[]>(() => found.entries.map(firstChoice))
  const [chosen, setChosen] = useState(before)
  const save = useMutation({
    mutationFn: () => {
      const entries = found.entries.map((entry, at) => {
        const { series, number, volume, year, section, candidates } = entry
        // Nothing is declined where nothing was offered.
        const declined = chosen[at] === null && candidates.length > 0 ? false : null
        return {
          ...{ series, number, volume, year, section, bookId: chosen[at] ?? null },
          undecided: isUndecided(entry, chosen[at]) || declined,
        }
      })
      return api.post('/api/v1/readlists/files/import', {
        body: { name, summary: found.summary ?? null, visibility: 'private', entries },
      })
    },
    onSuccess: async list => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.curatedLists })
      onClose()
      onSaved(list)
    },
  })
  const list = useRef<HTMLOListElement>(null)
  const undecided = found.entries.filter((entry, at) => isUndecided(entry, chosen[at])).length
  const showFirst = () => {
    const row = list.current?.querySelector('[data-undecided="true"]')
    row?.scrollIntoView({ block: 'start' })
    row?.querySelector('input')?.focus({ preventScroll: true })
  }
  // Once it is sent, the way to the new list is free.
  useUnsaved((chosen !== before || name !== found.name) && !save.isPending)
  return (
    <>
      <TextInput
        label={tl('curated.name')}
        required
        maxLength={200}
        value={name}
        onChange={event => setName(event.currentTarget.value)}
      />
      <p className={form.hint} role="status">
        {tl('curated.found', { matched: found.matched, ambiguous: found.ambiguous, missing: found.missing })}
      </p>
      <ol ref={list} className={classes.matches}>
        {found.entries.map((entry, at) => (
          <MatchRow
            key={at}
            entry={entry}
            choice={chosen[at]}
            onChoose={choice => setChosen(now => now.with(at, choice))}
          />
        ))}
      </ol>
      <FormEnd
        error={save.error}
        save={tl('curated.create')}
        saving={save.isPending}
        disabled={!name.trim()}
        onSave={() => save.mutate()}
        onCancel={onClose}
      >
        {undecided > 0 && (
          <p className={classes.undecided}>
            {tl('curated.undecidedHint', { count: undecided })}
            <Button variant="subtle" size="compact-sm" onClick={showFirst}>
              {tl('curated.showUndecided')}
            </Button>
          </p>
        )}
      </FormEnd>
    </>
  )
}
