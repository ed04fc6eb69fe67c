import type { TextRangeDto } from '../../api/types'
import classes from './marked.module.css'

type Props = { readonly text: string; readonly ranges: readonly TextRangeDto[] }

/** A text with its matches marked. */
export function Marked({ text, ranges }: Props) {
  let from = 0
  const parts = ranges.map(({ start, end }) => {
    const before = text.slice(from, start)
    from = end
    return (
      <span key={start}>
        {before}
        <mark className={classes.mark}>{text.slice(start, end)}</mark>
      </span>
    )
  })
  return (
    <>
      {parts}
      {text.slice(from)}
    </>
  )
}
