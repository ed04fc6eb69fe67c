import { Popover } from '@mantine/core'
import { IconColumns3 } from '@tabler/icons-react'
import { useState } from 'react'
import { fieldLabel } from '../../../messages/field-label'
import { useOpenedLater } from '../../../ui/use-opened-later'
import toolbar from '../list-toolbar.module.css'
import { tl } from '../messages'
import { columnsOf } from '../question/fields'
import type { ListKind } from '../question/question'
import { withColumn } from './columns.rules'
import classes from './columns-button.module.css'

type Props = {
  readonly kind: ListKind
  readonly columns: readonly string[]
  readonly onChange: (columns: readonly string[]) => void
}

/** The choice of columns. */
export default function ColumnsButton({ kind, columns, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  return (
    <Popover
      opened={useOpenedLater(opened)}
      onChange={setOpened}
      position="bottom-end"
      shadow="none"
      radius="lg"
      trapFocus
      returnFocus
      withinPortal
      portalProps={{ target: '#content' }}
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
        {columnsOf(kind).map(({ id, field }) => (
          <label key={id} className={classes.column}>
            <input
              type="checkbox"
              checked={columns.includes(id)}
              onChange={() => onChange(withColumn(columns, id, kind))}
            />
            {fieldLabel(field, 'column')}
          </label>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
