import { IconBook, IconExternalLink, IconSearch, IconVolume, IconWorld } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { currentLanguage } from '../../messages'
import { Sheet } from '../chrome/sheet'
import { tr } from '../messages'
import { lookUpLinks } from './look-up.rules'
import classes from './look-up-sheet.module.css'
import { translated } from './translate'

type Props = {
  readonly quote: string
  /** Language of the book, if known. */
  readonly from: string | null
  /** Absent if reading aloud is not possible. */
  readonly onReadAloud?: (() => void) | undefined
  readonly onClose: () => void
}

const icon = { size: 19, stroke: 1.7, 'aria-hidden': true } as const
const ICONS = {
  dictionary: IconBook,
  encyclopedia: IconWorld,
  search: IconSearch,
  translate: IconExternalLink,
} as const

/** Web and browser lookups for a selection. Nothing is sent before a link is followed. */
export function LookUpSheet({ quote, from, onReadAloud, onClose }: Props) {
  const to = currentLanguage()
  const translation = useQuery({
    queryKey: ['reader', 'translation', from, to, quote],
    queryFn: () => translated(quote, from, to),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  })
  return (
    <Sheet title={tr('lookUp')} place="middle" onClose={onClose}>
      <blockquote className={classes.quote}>{quote}</blockquote>
      {translation.data && (
        <p className={classes.translation}>
          <span className={classes.label}>{tr('lookUp.translation')}</span>
          {translation.data}
        </p>
      )}
      <ul className={classes.ways}>
        {onReadAloud && (
          <li>
            <button type="button" className={classes.way} onClick={onReadAloud}>
              <IconVolume {...icon} />
              {tr('aloud.fromHere')}
            </button>
          </li>
        )}
        {lookUpLinks(quote, from, to).map(({ kind, href }) => {
          const Icon = ICONS[kind]
          return (
            <li key={kind}>
              <a className={classes.way} href={href} target="_blank" rel="noopener noreferrer">
                <Icon {...icon} />
                {tr(`lookUp.${kind}`)}
              </a>
            </li>
          )
        })}
      </ul>
      <p className={classes.hint}>{tr('lookUp.hint')}</p>
    </Sheet>
  )
}
