import '../../ui/fields.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { t } from '../../messages'
import { Dialog } from '../../ui/dialog'
import { errorSentence } from '../../ui/error-sentence'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import { addToList, createList, deleteIfEmpty, removeFromList } from './curated-lists.queries'
import { type Chosen, kindOfItems } from './list-kind'
import { curatedListsQuery } from './lists.queries'
import { tl } from './messages'

type Props = { readonly chosen: Chosen; readonly onClose: () => void }

/** Chooses an editable list, or creates one. */
export default function AddToListDialog({ chosen, onClose }: Props) {
  const kind = kindOfItems[chosen.items]
  const found = useQuery(curatedListsQuery(kind))
  const lists = (found.data ?? []).filter(list => list.mayEdit && !list.automatic)
  const [picked, setPicked] = useState<string | null>(null)
  const [madeId, setMadeId] = useState<string | null>(null)
  const [name, setName] = useState('')
  const listId = picked ?? lists[0]?.id ?? ''
  const add = useMutation({
    mutationFn: async () => {
      const known = lists.find(({ id }) => id === listId)
      const list = known ?? (await createList(kind, { name, summary: null, ordered: kind === 'readlists' }))
      // If adding fails, the next attempt adds to this list.
      setPicked(list.id)
      if (!known) setMadeId(list.id)
      const isOurs = !known || list.id === madeId
      return { list, isOurs, added: await addToList(kind, list.id, chosen.ids) }
    },
    onSuccess: ({ list, isOurs, added }) => {
      const count = added.length
      const message = tl(`curated.added.${kind}`, { count, name: list.name })
      const undo = async () => {
        await removeFromList(kind, list.id, added)
        if (isOurs) await deleteIfEmpty(kind, list.id)
      }
      const run = () => void undo().catch((error: unknown) => toast({ message: errorSentence(error), tone: 'bad' }))
      toast(
        count > 0
          ? { message, action: { label: t('action.undo'), run } }
          : { message: tl('curated.addedBefore', { name: list.name }) },
      )
      onClose()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    add.mutate()
  }
  return (
    <Dialog opened title={tl(`curated.addTo.${kind}`)} onClose={onClose}>
      <form className={form.form} data-transient onSubmit={submit} aria-busy={found.isPending}>
        <NativeSelect
          label={tl('curated.choose')}
          value={listId}
          data={[
            ...lists.map(list => ({ value: list.id, label: list.name })),
            { value: '', label: tl('curated.newList') },
          ]}
          onChange={event => setPicked(event.currentTarget.value)}
        />
        {listId === '' && !found.isPending && (
          <TextInput
            label={tl('curated.newName')}
            required
            maxLength={200}
            autoComplete="off"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
        )}
        <FormEnd
          error={add.error}
          save={tl('curated.add')}
          saving={add.isPending}
          disabled={found.isPending || (listId === '' && !name.trim())}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}
