import '@mantine/core/styles/Popover.layer.css'
import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import toolbar from '../list-toolbar.module.css'
import { tl } from '../messages'
import type { ListKind } from '../question/question'
import { knownColumns, withColumn } from './columns.rules'
import classes from './columns-button.module.css'

type Props = {
  readonly kind: ListKind
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** Which columns the table has. */
export default function ColumnsButton({ kind, columns, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      position="bottom-end"
      shadow="none"
      radius="lg"
      trapFocus
      returnFocus
      withinPortal
      portalProps={{ target: '#content' }}
      transitionProps={{ duration: 100 }}
      classNames={{ dropdown: classes.panel ?? '' }}
    >
      <Popover.Target>
        <button
          type="button"
          className={toolbar.tool}
          aria-label={tl('table.columns')}
          aria-haspopup="dialog"
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          <IconColumns3 size={18} stroke={1.7} />
          <span>{tl('table.columns')}</span>
        </button>
      </Popover.Target>
      <Popover.Dropdown aria-label={tl('table.columns')}>
        {knownColumns(kind).map(id => (
          <label key={id} className={classes.column}>
            <input
              type="checkbox"
              checked={columns.includes(id)}
              onChange={() => onChange(withColumn(columns, id, kind))}
            />
            {tl(`table.column.${id}` as 'table.column.year')}
          </label>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
