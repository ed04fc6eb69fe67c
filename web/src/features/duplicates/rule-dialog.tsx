import '../../ui/fields.css'
import { NativeSelect } from '@mantine/core'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../api/client'
import { formatSize } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { ErrorNotice } from '../../ui/error-notice'
import { ownWords } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import { ta } from '../admin/messages'
import { useMay } from '../auth'
import { useLibraries } from '../libraries'
import { DeleteFiles } from './delete-files'
import type { Certainty } from './duplicates.queries'
import { refresh } from './merge.queries'
import classes from './merge-dialog.module.css'
import { SkippedGroups } from './skipped-groups'

const rules = ['larger', 'more_metadata', 'library'] as const
type Rule = (typeof rules)[number]

/** Merges many groups by one rule, after a preview. */
export function RuleDialog({ onClose }: { readonly onClose: () => void }) {
  const [keep, setKeep] = useState<Rule>('larger')
  const [certainty, setCertainty] = useState<Certainty>('proved')
  const [chosenLibrary, setLibrary] = useState('')
  const [deleteFiles, setDeleteFiles] = useState(false)
  const libraries = useLibraries().data ?? []
  const mayDelete = useMay('books-delete')
  const libraryId = chosenLibrary || (libraries[0]?.id ?? '')
  const body = { keep, certainty, ...(keep === 'library' && { libraryId }) }
  const plan = useQuery({
    queryKey: ['duplicate plan', body],
    queryFn: ({ signal }) => api.post('/api/v1/duplicates/books/plan', { body, signal }),
    enabled: keep !== 'library' || libraryId !== '',
    // Its heading stays, so that the new one is read out.
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 0,
  })
  const merges = plan.data?.merges ?? []
  const skipped = plan.data?.skipped.length ?? 0
  const act = useMutation({
    mutationFn: () => {
      const chosen = merges.map(({ duplicateId, bookId, bookIds }) => ({ duplicateId, bookId, bookIds }))
      return api.post('/api/v1/duplicates/books/merge', { body: { merges: chosen, deleteFiles } })
    },
    onSuccess: ({ results }) => {
      refresh()
      const count = results.filter(({ merged }) => merged > 0).length
      const problem = results.find(result => result.problem !== null)?.problem
      toast({ message: ta('duplicates.mergedGroups', { count }) })
      if (problem) toast({ message: ownWords(problem) ?? ta('duplicates.notAll'), tone: 'bad' })
      onClose()
    },
  })
  return (
    <Dialog large opened title={ta('duplicates.byRuleTitle')} onClose={onClose}>
      <div className={form.form}>
        <NativeSelect
          label={ta('duplicates.rule')}
          value={keep}
          data={rules.map(value => ({ value, label: ta(`duplicates.rule.${value}`) }))}
          onChange={event => setKeep(rules.find(rule => rule === event.currentTarget.value) ?? 'larger')}
        />
        {keep === 'library' && (
          <NativeSelect
            label={ta('duplicates.ruleLibrary')}
            description={ta('duplicates.ruleLibraryHint')}
            value={libraryId}
            data={libraries.map(library => ({ value: library.id, label: library.name }))}
            onChange={event => setLibrary(event.currentTarget.value)}
          />
        )}
        <NativeSelect
          label={ta('duplicates.ruleGroups')}
          value={certainty}
          data={[
            { value: 'proved', label: ta('duplicates.books') },
            { value: 'likely', label: ta('duplicates.likelyBooks') },
          ]}
          onChange={event => setCertainty(event.currentTarget.value === 'likely' ? 'likely' : 'proved')}
        />
        {mayDelete && <DeleteFiles count={2} on={deleteFiles} onChange={setDeleteFiles} />}
        {plan.error && <ErrorNotice error={plan.error} onRetry={() => void plan.refetch()} />}
        {plan.data && (
          <section aria-label={ta('duplicates.preview')} aria-busy={plan.isFetching}>
            <h3 className={classes.title} aria-live="polite">
              {merges.length === 0 ? ta('duplicates.plannedNone') : ta('duplicates.planned', { count: merges.length })}
            </h3>
            {plan.data.total === 0 && <p className={form.hint}>{ta('duplicates.noGroups')}</p>}
            {(plan.data.total > merges.length + skipped || skipped > 0) && (
              <p className={form.hint}>
                {[
                  skipped > 0 && ta('duplicates.skipped', { count: skipped }),
                  plan.data.total > merges.length + skipped &&
                    ta('duplicates.inParts', { count: merges.length + skipped }),
                ]
                  .filter(Boolean)
                  .join(' ')}
              </p>
            )}
            <ul className={classes.plan} data-deletes={deleteFiles}>
              {merges.map(merge => (
                <li key={merge.duplicateId}>
                  <strong>{merge.keepPath}</strong>
                  {merge.mergePaths.map(path => (
                    <span key={path}>{path}</span>
                  ))}
                </li>
              ))}
            </ul>
            <SkippedGroups groups={plan.data.skipped} />
          </section>
        )}
        <FormEnd
          error={act.error}
          save={
            deleteFiles
              ? ta('duplicates.mergeAndDeleteSize', {
                  size: formatSize(merges.reduce((sum, { size }) => sum + size, 0)),
                })
              : ta('duplicates.merge')
          }
          saving={act.isPending}
          disabled={!plan.data || plan.isPlaceholderData || plan.isFetching || merges.length === 0}
          onSave={() => act.mutate()}
          danger={deleteFiles}
          onCancel={onClose}
        />
      </div>
    </Dialog>
  )
}
