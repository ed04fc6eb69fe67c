import { Button } from '@mantine/core'
import { webAddress } from '@octavo/contract/external-sources'
import { IconExternalLink, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { t } from '../../messages'
import { labelled } from '../../messages/labelled'
import { errorSentence } from '../../ui/error-sentence'
import { IconButton } from '../../ui/icon-button'
import { useMay } from '../auth'
import classes from './external.module.css'
import { type Site, type Subject, sitesQuery, useRemoveSite } from './external.queries'
import { tx } from './messages'
import { ratingText } from './rating-text'
import { isOfFile, siteName } from './site-name'
import { useAddLink } from './use-add-link'

/** A series or book at other sites: ids, links and ratings. Without any, one is added by the menu of the series or book. */
export function SitesPanel({ of }: { readonly of: Subject }) {
  const id = useId()
  const { data } = useQuery(sitesQuery(of))
  const mayEdit = useMay(of.kind === 'series' ? 'series-write' : 'books-write')
  const remove = useRemoveSite(of)
  const addLink = useAddLink(of)
  if (!data) return null
  const removal = (site: Site) => (mayEdit ? () => remove.mutate(site) : null)
  const ratings = data.ratings.filter(each => !isOfFile(each))
  const isEmpty = data.ids.length + data.links.length + ratings.length === 0
  const isLinked = new Set(data.ids.map(each => each.source))
  if (isEmpty) return null
  return (
    <section className={classes.part} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {tx('external.title')}
      </h2>
      <ul className={classes.sites}>
        {data.ids.map(({ id: key, source, externalId, externalUrl, origin }) => (
          <SiteItem
            key={key}
            name={siteName(source)}
            text={tx('external.isId', { site: siteName(source), id: externalId })}
            address={externalUrl}
            fromFile={origin === 'file'}
            onRemove={removal({ kind: 'id', id: key, source })}
          />
        ))}
        {data.links
          .filter(({ sourceName }) => !isLinked.has(sourceName))
          .map(({ id: key, sourceName, url, origin }) => (
            <SiteItem
              key={key}
              name={siteName(sourceName)}
              text={siteName(sourceName)}
              address={url}
              fromFile={origin === 'file'}
              onRemove={removal({ kind: 'link', id: key, source: sourceName })}
            />
          ))}
        {ratings.map(({ id: key, sourceName, rating, voteCount }) => (
          <li key={key} className={classes.site}>
            {labelled(siteName(sourceName), ratingText(rating))}
            {voteCount != null && <span className={classes.quiet}>{tx('external.votes', { count: voteCount })}</span>}
          </li>
        ))}
      </ul>
      {addLink.ask && (
        <div>
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconPlus size={17} stroke={1.8} />}
            onClick={addLink.ask}
          >
            {t('action.addLink')}
          </Button>
        </div>
      )}
      {addLink.dialog}
      {remove.error && (
        <p role="alert" className={classes.error}>
          {errorSentence(remove.error)}
        </p>
      )}
    </section>
  )
}

type ItemProps = {
  readonly name: string
  readonly text: string
  readonly address: string | null | undefined
  readonly fromFile: boolean
  readonly onRemove: (() => void) | null
}

function SiteItem({ name, text, address, fromFile, onRemove }: ItemProps) {
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
      {fromFile && <span className={classes.quiet}>{tx('external.fromFile')}</span>}
      {onRemove && (
        <IconButton label={tx('external.remove', { site: name })} onClick={onRemove}>
          <IconX size={17} stroke={1.7} />
        </IconButton>
      )}
    </li>
  )
}
