import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { formatNumber, formatPercent, formatSize } from '../../messages'
import { DataTable } from '../../ui/data-table'
import { Figures } from '../../ui/figures'
import { ta } from '../admin/messages'
import classes from './inventory.module.css'
import { inventoryQuery } from './metrics.queries'

/** Totals, and numbers by library. */
export function Inventory() {
  const { data } = useQuery(inventoryQuery)
  if (!data) return null
  return (
    <section aria-labelledby="metrics-inventory">
      <h2 id="metrics-inventory" className={classes.title}>
        {ta('inventory.title')}
      </h2>
      <Figures
        figures={[
          { name: ta('inventory.books'), value: formatNumber(data.bookCount) },
          { name: ta('inventory.series'), value: formatNumber(data.seriesCount) },
          { name: ta('inventory.pages'), value: formatNumber(data.pageCount) },
          { name: ta('inventory.size'), value: formatSize(data.totalBookSize) },
          ...(data.databaseSize > 0
            ? [
                { name: ta('inventory.database'), value: formatSize(data.databaseSize) },
                { name: ta('inventory.users'), value: formatNumber(data.userCount) },
              ]
            : []),
        ]}
      />
      {data.libraries.length > 0 && (
        <div className={classes.table}>
          <DataTable
            label={ta('inventory.byLibrary')}
            rows={data.libraries}
            rowKey={library => library.id}
            startBy="size"
            columns={[
              {
                id: 'name',
                name: ta('tasks.library'),
                text: true,
                cell: library => (
                  <Link className={classes.link} to="/libraries/$libraryId" params={{ libraryId: library.id }}>
                    {library.name}
                  </Link>
                ),
                value: library => library.name,
              },
              {
                id: 'series',
                name: ta('inventory.series'),
                cell: library => formatNumber(library.seriesCount),
                value: library => library.seriesCount,
              },
              {
                id: 'books',
                name: ta('inventory.books'),
                cell: library => formatNumber(library.bookCount),
                value: library => library.bookCount,
              },
              {
                id: 'size',
                name: ta('inventory.size'),
                cell: library => formatSize(library.totalSize),
                value: library => library.totalSize,
              },
              {
                id: 'share',
                name: ta('inventory.share'),
                cell: library => <Share of={data.totalBookSize > 0 ? library.totalSize / data.totalBookSize : 0} />,
              },
            ]}
          />
        </div>
      )}
    </section>
  )
}

function Share({ of }: { readonly of: number }) {
  return (
    <span className={classes.share}>
      <span className={classes.track} aria-hidden>
        <span style={{ width: `${Math.round(of * 100)}%` }} />
      </span>
      {formatPercent(of)}
    </span>
  )
}
