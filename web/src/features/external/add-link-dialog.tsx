import '../../ui/fields.css'
import { TextInput } from '@mantine/core'
import { recognise } from '@octavo/contract/external-sources'
import { useState } from 'react'
import { Dialog } from '../../ui/dialog'
import form from '../../ui/form.module.css'
import { FormEnd } from '../../ui/form-end'
import { toast } from '../../ui/toast'
import { type Subject, useAddSite } from './external.queries'
import { tx } from './messages'
import { siteName } from './site-name'

type Props = { readonly of: Subject; readonly onClose: () => void }

/** Identifies a pasted address while somebody types. */
export default function AddLinkDialog({ of, onClose }: Props) {
  const [pasted, setPasted] = useState('')
  const add = useAddSite(of)
  const found = pasted.trim() === '' ? null : recognise(pasted, of.kind)
  return (
    <Dialog opened title={tx('external.addSite')} onClose={onClose}>
      <form
        className={form.form}
        data-transient
        onSubmit={event => {
          event.preventDefault()
          if (!found) return
          add.mutate(found, {
            onSuccess: () => {
              toast({ message: tx('external.added') })
              onClose()
            },
          })
        }}
      >
        <TextInput
          label={tx('external.address')}
          placeholder={tx('external.addressExample')}
          autoComplete="off"
          maxLength={2000}
          value={pasted}
          onChange={event => setPasted(event.currentTarget.value)}
        />
        {/* Its room is there before, so that the buttons stay where they are. */}
        <p role="status" className={form.hint}>
          {hintOf(pasted, found) ?? '\u00a0'}
        </p>
        <FormEnd
          error={add.error}
          save={tx('external.add')}
          saving={add.isPending}
          disabled={!found}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  )
}

function hintOf(pasted: string, found: ReturnType<typeof recognise>): string | null {
  if (!found) return pasted.trim() === '' ? null : tx('external.notAddress')
  const site = siteName(found.source)
  return found.externalId === null
    ? tx('external.isLink', { site })
    : tx('external.isId', { site, id: found.externalId })
}
