import type { ReactNode } from 'react'
import { tr } from '../messages'
import classes from './key-help.module.css'
import { Sheet } from './sheet'

export type KeyLine = { readonly keys: readonly string[]; readonly does: string }

type Props = {
  readonly keys: readonly KeyLine[]
  readonly onClose: () => void
  /** Below the list. */
  readonly children?: ReactNode
}

/** All keys of a reader in one list. */
export function KeyHelp({ keys, onClose, children }: Props) {
  return (
    <Sheet title={tr('keys')} place="middle" onClose={onClose}>
      <dl className={classes.list}>
        {keys.map(line => (
          <div key={line.does} className={classes.line}>
            <dt className={classes.keys}>
              {line.keys.map(key => (
                <kbd key={key} className={classes.key}>
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{line.does}</dd>
          </div>
        ))}
      </dl>
      {children}
    </Sheet>
  )
}
