import type { Route } from '@octavo/contract/route'
import type { Hono } from 'hono'
import { AppError } from '../kernel/app-error'
import { PREFIX_MOUNT } from './bind'
import { errorResponse } from './errors'
import type { HttpEnv } from './identity'

/**
 * Answers unmatched requests below the prefixes: 405 if only the method is wrong, else 404. Without it the web app
 * would answer. Call it after all routes are bound.
 */
export function serveUnknown(app: Hono<HttpEnv>, prefixes: readonly string[], bound: readonly Route[]): void {
  const patterns = bound.map(({ path, method }) => ({
    pattern: patternOf(path.replace(/^\/\{prefix\}/, PREFIX_MOUNT)),
    method: method.toUpperCase(),
  }))
  app.notFound(() => {
    throw new AppError('NotFound', 'There is nothing at this address')
  })
  for (const prefix of prefixes) {
    app.all(`${prefix}/*`, context => {
      const methods = patterns.filter(({ pattern }) => pattern.test(context.req.path)).map(({ method }) => method)
      if (methods.length === 0) throw new AppError('NotFound', 'There is nothing at this address')
      const allowed = methods.includes('GET') ? [...methods, 'HEAD'] : methods
      const answer = errorResponse('MethodNotAllowed', `This address takes ${allowed.join(', ')}`)
      answer.headers.set('Allow', allowed.join(', '))
      return answer
    })
  }
}

function patternOf(path: string): RegExp {
  const literal = path.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{\w+\\\*\}/g, '.+').replace(/\{\w+\}/g, '[^/]+')}$`)
}
