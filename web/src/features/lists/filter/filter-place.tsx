import { useMediaQuery } from '@mantine/hooks'
import { Suspense } from 'react'
import { lazyListPart } from '../lazy-list-part'
import type { PanelProps } from './filter-panel'
import classes from './filter-place.module.css'

const FilterPanel = lazyListPart(() => import('./filter-panel'))
const FilterSheet = lazyListPart(() => import('./filter-sheet'))

/** Beside the list where there is room, so that it can be seen to change; else over it. */
export function FilterPlace({ opened, ...props }: PanelProps & { readonly opened: boolean }) {
  const wide = useMediaQuery('(min-width: 72em)', false, { getInitialValueInEffect: false })
  if (!opened) return null
  return (
    <Suspense>
      {wide ? (
        <aside className={classes.aside}>
          <FilterPanel {...props} />
        </aside>
      ) : (
        <FilterSheet {...props} />
      )}
    </Suspense>
  )
}
