import { Button } from '@mantine/core'
import { IconFileImport, IconPlaylist, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { Cover } from '../../ui/cover'
import { dotted } from '../../ui/detail'
import { ErrorNotice } from '../../ui/error-notice'
import { NotFoundPage } from '../../ui/not-found-page'
import { NoticePage } from '../../ui/notice-page'
import { Page } from '../../ui/page'
import { usePageTitle } from '../../ui/page-title'
import classes from './curated-lists.module.css'
import { EditListDialog } from './edit-list-dialog'
import { ImportDialog } from './import-dialog'
import { type CuratedList, type ListKind, listKind, listKinds, sizeLine } from './list-kind'
import { curatedListsQuery, listCover } from './lists.queries'
import { tl } from './messages'

/** All collections, or all reading lists. */
export function CuratedListsPage() {
  const kind = listKind(useParams({ from: '/app/lists/$kind' }).kind)
  return kind ? <Lists key={kind} kind={kind} /> : <NotFoundPage />
}

function Lists({ kind }: { readonly kind: ListKind }) {
  const [opened, setOpened] = useState<'new' | 'import' | null>(null)
  const navigate = useNavigate()
  const found = useQuery(curatedListsQuery(kind))
  const title = tl(`curated.kind.${kind}`)
  usePageTitle(title)
  const close = () => setOpened(null)
  const open = (list: CuratedList) => void navigate({ to: '/lists/$kind/$listId', params: { kind, listId: list.id } })
  return (
    <Page
      title={title}
      line={found.data ? tl(`curated.count.${kind}`, { count: found.data.length }) : '\u00a0'}
      aside={
        <>
          {kind === 'readlists' && (
            <Button
              variant="default"
              leftSection={<IconFileImport size={18} stroke={1.6} />}
              onClick={() => setOpened('import')}
            >
              {tl('curated.import')}
            </Button>
          )}
          <Button leftSection={<IconPlus size={18} stroke={1.8} />} onClick={() => setOpened('new')}>
            {tl(`curated.new.${kind}`)}
          </Button>
        </>
      }
    >
      <nav className={classes.tabs} aria-label={tl('curated.browse')}>
        {listKinds.map(each => (
          <Link key={each} to="/lists/$kind" params={{ kind: each }} activeOptions={{ exact: true }}>
            {tl(`curated.kind.${each}`)}
          </Link>
        ))}
      </nav>
      {found.error && !found.data ? (
        <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
      ) : found.data?.length === 0 ? (
        <NoticePage level={2} icon={<IconPlaylist size={34} stroke={1.5} />} title={tl(`curated.none.${kind}`)}>
          {tl(`curated.noneText.${kind}`)}
        </NoticePage>
      ) : (
        <ul className={classes.lists}>
          {found.data?.map((list, at) => (
            <ListCard key={list.id} kind={kind} list={list} eager={at < 12} />
          ))}
        </ul>
      )}
      {opened === 'new' && <EditListDialog kind={kind} list={null} onClose={close} onSaved={open} />}
      {opened === 'import' && <ImportDialog onClose={close} onSaved={open} />}
    </Page>
  )
}

type CardProps = { readonly kind: ListKind; readonly list: CuratedList; readonly eager: boolean }

function ListCard({ kind, list, eager }: CardProps) {
  return (
    <li>
      <Link to="/lists/$kind/$listId" params={{ kind, listId: list.id }} className={classes.card}>
        <span className={classes.cover} aria-hidden>
          <Cover src={listCover(kind, list)} thumbHash={null} title="" eager={eager} />
        </span>
        <span className={classes.words}>
          <bdi className={classes.name}>{list.name}</bdi>
          <span className={classes.line}>{listLine(kind, list)}</span>
        </span>
      </Link>
    </li>
  )
}

function missingLines(list: CuratedList): readonly (string | false)[] {
  if (!('wantedCount' in list)) return []
  const { wantedCount, undecidedCount } = list
  const missing = wantedCount - undecidedCount
  return [
    undecidedCount > 0 && tl('curated.toMatch', { count: undecidedCount }),
    missing > 0 && tl('curated.wanted', { count: missing }),
  ]
}

/** Size and owner of a list. */
export function listLine(kind: ListKind, list: CuratedList): string {
  return dotted([
    sizeLine(kind, list),
    list.automatic && tl('curated.automatic'),
    ...missingLines(list),
    tl(`curated.visibility.${list.visibility}`),
    !list.mine && list.ownerName && tl('curated.owner', { name: list.ownerName }),
  ])
}
