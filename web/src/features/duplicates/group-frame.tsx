import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button'
import { Pager } from '../../ui/pager'
import { ta } from '../admin/messages'
import classes from './duplicates-page.module.css'

type PartProps<G> = {
  readonly title: string
  readonly groups: readonly G[]
  readonly total: number
  readonly page: number
  readonly pages: number
  readonly onPage: (page: number) => void
  readonly wide?: boolean
  readonly children: (group: G) => ReactNode
}

/** Groups of one kind, page by page; nothing without any. */
export function Part<G>({ title, groups, total, page, pages, onPage, wide = false, children }: PartProps<G>) {
  if (total === 0) return null
  return (
    <section aria-label={title}>
      <h2 className={classes.title}>
        {title} <span>{ta('duplicates.groups', { count: total })}</span>
      </h2>
      <ul className={classes.groups} data-wide={wide}>
        {groups.map(children)}
      </ul>
      <Pager page={page} pages={pages} onPage={onPage} />
    </section>
  )
}

type GroupProps = {
  readonly title: string
  readonly line: string
  readonly pending: boolean
  readonly onDismiss: () => void
  readonly wide?: boolean
  readonly children: ReactNode
}

export function Group({ title, line, pending, onDismiss, wide = false, children }: GroupProps) {
  return (
    <li className={classes.group}>
      <div className={classes.head}>
        <div>
          <h3>{title}</h3>
          <p>{line}</p>
        </div>
        <IconButton label={ta('duplicates.dismissNamed', { title })} disabled={pending} onClick={onDismiss}>
          <IconX size={19} stroke={1.7} />
        </IconButton>
      </div>
      <ul className={classes.members} data-wide={wide}>
        {children}
      </ul>
    </li>
  )
}
