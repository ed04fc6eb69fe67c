import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { isNotFound } from '../api/client'
import { isLostPart } from './lazy-part'
import { NotFoundPage } from './not-found-page'
import { Trouble } from './trouble'

export function RouteError({ error, reset }: ErrorComponentProps) {
  const router = useRouter()
  if (isNotFound(error)) return <NotFoundPage />
  const retry = () => {
    if (isLostPart(error)) return void fetch('/health', { cache: 'no-store' }).then(() => location.reload(), stay)
    reset()
    void router.invalidate()
  }
  return <Trouble level={1} error={error} onRetry={retry} />
}

/** Without the server there is no page to open anew. */
const stay = () => undefined
