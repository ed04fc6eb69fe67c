import { Suspense, useEffect, useRef, useState } from 'react'
import { t } from '../../../messages'
import { lazyPart } from '../../../ui/lazy-part'
import { useFocusBack } from '../../../ui/use-focus-back'
import { useRoomForPanel } from '../../../ui/use-wide-screen'
import classes from './filter-place.module.css'
import type { PanelProps } from './panel-props'

const FilterPanel = lazyPart(() => import('./filter-panel'))
const FilterSheet = lazyPart(() => import('./filter-sheet'))
const Builder = lazyPart(() => import('./builder/builder-dialog'))

type Props = Omit<PanelProps, 'onCombine'> & { readonly opened: boolean }

/** Next to the list if there is room, so that its changes are visible; else above it. */
export function FilterPlace({ opened, ...props }: Props) {
  const wide = useRoomForPanel()
  const [combining, setCombining] = useState(false)
  const panel = { ...props, onCombine: () => setCombining(true) }
  return (
    <>
      {opened && <Suspense>{wide ? <FilterAside {...panel} /> : <FilterSheet {...panel} />}</Suspense>}
      {/* Not in the panel, which is another one when the window becomes narrow: what was typed would be lost. */}
      {combining && (
        <Suspense>
          <Builder
            question={props.question}
            libraryId={props.libraryId}
            onDone={condition => {
              setCombining(false)
              if (condition !== undefined) props.onAsk({ condition })
            }}
          />
        </Suspense>
      )}
    </>
  )
}

/** Gets the focus, since in page order it comes after thousands of covers. */
function FilterAside(props: PanelProps) {
  const aside = useRef<HTMLElement>(null)
  useFocusBack(true)
  useEffect(() => aside.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      ref={aside}
      className={classes.aside}
      tabIndex={-1}
      aria-label={t('lists.filter')}
      onKeyDown={event => {
        const within = event.target instanceof Node && event.currentTarget.contains(event.target)
        if (event.key === 'Escape' && within && !event.defaultPrevented) props.onClose()
      }}
    >
      <FilterPanel {...props} />
    </aside>
  )
}
