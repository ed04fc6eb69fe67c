import { IconChevronRight } from '@tabler/icons-react'
import { type ReactNode, useId, useState } from 'react'
import { tl } from '../messages'
import { fieldName } from './condition-words'
import classes from './filter-panel.module.css'

type Props = {
  readonly field: string
  /** Number of selected values. */
  readonly set: number
  readonly startsOpen: boolean
  readonly children: () => ReactNode
}

/** One field of the panel; its content is rendered, and fetched, when it is open. */
export function FacetSection({ field, set, startsOpen, children }: Props) {
  const [opened, setOpened] = useState(startsOpen || set > 0)
  const id = useId()
  return (
    <section className={classes.section}>
      <h3 className={classes.heading}>
        <button type="button" aria-expanded={opened} aria-controls={id} onClick={() => setOpened(!opened)}>
          <IconChevronRight size={16} stroke={2} aria-hidden />
          {fieldName(field)}
          {set > 0 && (
            <span className={classes.set} title={tl('panel.set', { count: set })}>
              <span aria-hidden>{set}</span>
              <span className={classes.hidden}>{tl('panel.set', { count: set })}</span>
            </span>
          )}
        </button>
      </h3>
      <div id={id} hidden={!opened}>
        {opened && children()}
      </div>
    </section>
  )
}
