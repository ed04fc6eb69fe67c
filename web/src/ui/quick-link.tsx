import { useRouter } from '@tanstack/react-router'
import { type MouseEvent, type ReactNode, useRef } from 'react'
import { belowBase } from '../api/base-path'

/** The target of a list card. */
type Place =
  | { readonly to: '/books/$bookId'; readonly params: { readonly bookId: string } }
  | { readonly to: '/series/$seriesId'; readonly params: { readonly seriesId: string } }

type Props = Place & {
  readonly className?: string | undefined
  readonly onClick?: ((event: MouseEvent) => void) | undefined
  readonly children: ReactNode
}

/** The same delay as the router's own links. */
const intentMs = 60

/**
 * A link for lists of thousands. The router's own subscribes to every navigation to know whether it is active; each
 * takes a quarter of its card's rendering time.
 */
export function QuickLink({ className, onClick, children, ...place }: Props) {
  const router = useRouter()
  const intent = useRef<ReturnType<typeof setTimeout>>(undefined)
  const fetchSoon = () => {
    clearTimeout(intent.current)
    // A failed preload is fetched again, and its error shown, when the link is followed.
    intent.current = setTimeout(() => void router.preloadRoute(place).catch(() => undefined), intentMs)
  }
  const forget = () => clearTimeout(intent.current)
  return (
    <a
      className={className}
      href={belowBase(pathOf(place))}
      onClick={event => {
        onClick?.(event)
        const elsewhere = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey
        if (event.defaultPrevented || elsewhere) return
        event.preventDefault()
        void router.navigate(place)
      }}
      onMouseEnter={fetchSoon}
      onFocus={fetchSoon}
      onTouchStart={fetchSoon}
      onMouseLeave={forget}
      onBlur={forget}
    >
      {children}
    </a>
  )
}

const pathOf = (place: Place): string =>
  place.to === '/books/$bookId' ? `/books/${place.params.bookId}` : `/series/${place.params.seriesId}`
