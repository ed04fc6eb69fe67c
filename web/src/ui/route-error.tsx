import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { ApiError, addressOf, isNotFound } from '../api/client'
import { ask, useReachable } from '../api/connection'
import { ErrorNotice } from './error-notice'
import { isLostPart } from './lazy-part'
import { NotFoundPage } from './not-found-page'

type Props = ErrorComponentProps & { readonly hasWayHome?: boolean }

export function RouteError({ error, reset, hasWayHome = false }: Props) {
  const router = useRouter()
  if (isNotFound(error)) return <NotFoundPage />
  if (isLostPart(error)) return <LostPart error={error} hasWayHome={hasWayHome} />
  const retry = () => {
    reset()
    void router.invalidate()
  }
  return <ErrorNotice level={1} error={error} onRetry={retry} hasWayHome={hasWayHome} />
}

/** Only reloading the page fetches its parts again: by a button, or when the server is back. */
function LostPart({ error, hasWayHome }: { readonly error: unknown; readonly hasWayHome: boolean }) {
  const reachable = useReachable()
  const wasGone = useRef(false)
  useEffect(ask, [])
  useEffect(() => {
    if (reachable && wasGone.current) location.reload()
    wasGone.current = !reachable
  }, [reachable])
  const retry = () => void fetch(addressOf('/health'), { cache: 'no-store' }).then(() => location.reload(), stay)
  return <ErrorNotice level={1} error={reachable ? error : noAnswer} onRetry={retry} hasWayHome={hasWayHome} />
}

const noAnswer = new ApiError(0, 'Offline', 'The server cannot be reached')

/** Without the server there is no page to reload. */
const stay = () => undefined
