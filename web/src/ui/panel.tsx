import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

type Props = { readonly title: string; readonly text?: string; readonly children: ReactNode }

export function Panel({ title, text, children }: Props) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {text && <p className={classes.text}>{text}</p>}
      <div className={classes.body}>{children}</div>
    </section>
  )
}
