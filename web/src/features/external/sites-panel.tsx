import '../../ui/fields.css'
import { Button, TextInput } from '@mantine/core'
import { knownSource, recognise, webAddress } from '@octavo/contract/external-sources'
import { IconExternalLink, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { startTransition, useId, useState } from 'react'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { useMay } from '../auth'
import classes from './external.module.css'
import { type Site, type Subject, sitesQuery, useAddSite, useRemoveSite } from './external.queries'
import { tx } from './messages'

/** A series or book at other sites: ids, links and ratings, and a field to add one. */
export function SitesPanel({ of }: { readonly of: Subject }) {
  const id = useId()
  const { data } = useQuery(sitesQuery(of))
  const mayEdit = useMay(of.kind === 'series' ? 'series-write' : 'books-write')
  const remove = useRemoveSite(of)
  if (!data) return null
  const removal = (site: Site) => (mayEdit ? () => remove.mutate(site) : null)
  const isEmpty = data.ids.length + data.links.length + data.ratings.length === 0
  const isLinked = new Set(data.ids.map(each => each.source))
  if (isEmpty && !mayEdit) return null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {tx('external.title')}
      </h2>
      <ul className={classes.sites}>
        {data.ids.map(({ id: key, source, externalId, externalUrl, origin }) => (
          <SiteItem
            key={key}
            name={nameOf(source)}
            text={tx('external.isId', { site: nameOf(source), id: externalId })}
            address={externalUrl}
            isOfFile={origin === 'file'}
            onRemove={removal({ kind: 'id', id: key, source })}
          />
        ))}
        {data.links
          .filter(({ sourceName }) => !isLinked.has(sourceName))
          .map(({ id: key, sourceName, url, origin }) => (
            <SiteItem
              key={key}
              name={nameOf(sourceName)}
              text={nameOf(sourceName)}
              address={url}
              isOfFile={origin === 'file'}
              onRemove={removal({ kind: 'link', id: key, source: sourceName })}
            />
          ))}
        {data.ratings.map(({ id: key, sourceName, rating, voteCount }) => (
          <li key={key} className={classes.site}>
            {nameOf(sourceName)}: {Math.round(rating)} / 100
            {voteCount != null && <span className={classes.quiet}>{tx('external.votes', { count: voteCount })}</span>}
          </li>
        ))}
      </ul>
      {mayEdit && <PasteBox of={of} />}
      {remove.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(remove.error)}
        </p>
      )}
    </section>
  )
}

const nameOf = (source: string) => knownSource(source)?.name ?? source

type ItemProps = {
  readonly name: string
  readonly text: string
  readonly address: string | null | undefined
  readonly isOfFile: boolean
  readonly onRemove: (() => void) | null
}

function SiteItem({ name, text, address, isOfFile, onRemove }: ItemProps) {
  // Only web addresses become links, whatever the server sends.
  const href = address ? webAddress(address)?.href : undefined
  return (
    <li className={classes.site}>
      {href ? (
        <a className={classes.link} href={href} target="_blank" rel="noopener noreferrer">
          {text} <IconExternalLink size={15} stroke={1.7} aria-hidden />
        </a>
      ) : (
        text
      )}
      {isOfFile && <span className={classes.quiet}>{tx('external.fromFile')}</span>}
      {onRemove && (
        <IconButton label={tx('external.remove', { site: name })} onClick={onRemove}>
          <IconX size={17} stroke={1.7} />
        </IconButton>
      )}
    </li>
  )
}

/** Identifies a pasted address while somebody types. */
function PasteBox({ of }: { readonly of: Subject }) {
  const [open, setOpen] = useState(false)
  const [pasted, setPasted] = useState('')
  const add = useAddSite(of)
  const found = pasted.trim() === '' ? null : recognise(pasted, of.kind)
  const site = found ? nameOf(found.source) : ''
  const hint = !found
    ? pasted.trim() === ''
      ? null
      : tx('external.notAddress')
    : found.externalId === null
      ? tx('external.isLink', { site })
      : tx('external.isId', { site, id: found.externalId })
  if (!open) {
    return (
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={17} stroke={1.8} />}
          // In the background, so that the pressed button is painted first.
          onClick={() => startTransition(() => setOpen(true))}
        >
          {tx('external.addSite')}
        </Button>
      </div>
    )
  }
  return (
    <form
      className={classes.paste}
      onSubmit={event => {
        event.preventDefault()
        if (found) add.mutate(found, { onSuccess: () => setPasted('') })
      }}
    >
      <TextInput
        label={tx('external.address')}
        autoFocus
        placeholder={tx('external.addressExample')}
        autoComplete="off"
        maxLength={2000}
        value={pasted}
        onChange={event => setPasted(event.currentTarget.value)}
      />
      <Button
        type="submit"
        variant="default"
        leftSection={<IconPlus size={18} stroke={1.8} />}
        disabled={!found}
        loading={add.isPending}
      >
        {tx('external.add')}
      </Button>
      <p role="status" className={classes.quiet}>
        {hint}
      </p>
      {add.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(add.error)}
        </p>
      )}
    </form>
  )
}
