import { Link } from '@tanstack/react-router'
import { MediaCard } from '../../ui/media-card'
import { type CuratedList, type ListKind, sizeLine } from '../curated-lists/list-kind'
import { listCover } from '../curated-lists/lists.queries'

type Props = { readonly kind: ListKind; readonly list: CuratedList; readonly eager: boolean }

/** A collection or a reading list. */
export function ListCard({ kind, list, eager }: Props) {
  const { id, name } = list
  return (
    <MediaCard
      facts={{
        id,
        title: name,
        line: sizeLine(kind, list),
        cover: listCover(kind, list),
        thumbHash: null,
        progress: null,
        unread: false,
        state: '',
        isStack: true,
      }}
      place={kind}
      eager={eager}
      link={props => <Link to="/lists/$kind/$listId" params={{ kind, listId: id }} {...props} />}
    />
  )
}
