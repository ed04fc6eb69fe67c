import { IconArrowsSort } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { t } from '../../../messages'
import { lazyPart } from '../../../ui/lazy-part'
import classes from '../list-toolbar.module.css'
import type { Question } from '../question/question'
import { orderWords } from './order-name'

const OrderMenu = lazyPart(() => import('./order-menu'))

type Props = { readonly question: Question; readonly onChange: (sort: string) => void }

/** Shows the sort of a list; its menu is loaded when it is first opened. */
export function OrderButton({ question: { kind, sort, text }, onChange }: Props) {
  const [asked, setAsked] = useState(false)
  const [opened, setOpened] = useState(false)
  const order = orderWords(sort, kind)
  const button = (
    <button
      type="button"
      className={classes.tool}
      aria-label={t('lists.sortBy', { order })}
      // The menu brings the button again: the focus stays on it.
      // biome-ignore lint/a11y/noAutofocus: only what was pressed a moment ago
      autoFocus={asked}
      aria-haspopup="dialog"
      aria-expanded={opened}
      onClick={() => {
        setAsked(true)
        setOpened(!opened)
      }}
    >
      <IconArrowsSort size={17} stroke={1.8} />
      <span className={classes.order}>{order}</span>
    </button>
  )
  if (!asked) return button
  return (
    <Suspense fallback={button}>
      <OrderMenu
        kind={kind}
        sort={sort}
        searching={text !== ''}
        onChange={onChange}
        opened={opened}
        onClose={() => setOpened(false)}
        target={button}
      />
    </Suspense>
  )
}
