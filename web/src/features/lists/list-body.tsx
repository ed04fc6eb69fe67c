import { type RefObject, Suspense } from 'react'
import { CardSkeleton } from '../../ui/card-skeleton'
import { lazyPart } from '../../ui/lazy-part'
import type { ListHandle } from '../../ui/use-virtual-list'
import { VirtualGrid } from '../../ui/virtual-grid'
import { ListItem } from './list-item'
import type { Question } from './question/question'
import type { Selection } from './selection/use-selection'
import type { PagedList } from './use-paged-list'

const ListTable = lazyPart(() => import('./table/list-table'))

type Props = {
  readonly label: string
  readonly question: Question
  readonly list: PagedList
  readonly scale: number
  readonly columns: readonly string[]
  readonly onSort: (sort: string) => void
  readonly handle: RefObject<ListHandle | null>
  readonly selection: Selection
}

/** The items, in the chosen view. */
export function ListBody({ label, question, list, scale, columns, onSort, handle, selection }: Props) {
  const total = list.total ?? 0
  if (question.view === 'table') {
    return (
      <Suspense>
        <ListTable
          key={list.key}
          label={label}
          question={{ ...question, kind: list.kind }}
          columns={columns}
          total={total}
          itemAt={list.itemAt}
          onSort={onSort}
          onRange={list.onRange}
          handle={handle}
          selection={selection}
        />
      </Suspense>
    )
  }
  const look = question.view
  return (
    <VirtualGrid
      key={list.key}
      label={label}
      total={total}
      look={look}
      choosing={selection.ids.size > 0}
      scale={scale}
      handle={handle}
      onRange={list.onRange}
      keyAt={index => list.itemAt(index)?.item.id ?? null}
      renderItem={(index, hints) => {
        const found = list.itemAt(index)
        if (!found) return <CardSkeleton look={look} />
        return (
          <ListItem
            key={found.item.id}
            kind={found.kind}
            item={found.item}
            rating={found.rating}
            index={index}
            look={look === 'list' ? 'row' : 'card'}
            chosen={selection.ids.has(found.item.id)}
            onChoose={selection.choose}
            {...hints}
          />
        )
      }}
    />
  )
}
