import { STATUS_CODES } from 'node:http'
import type { KomgaError } from '@octavo/contract/komga'
import type { ErrorForm } from '../../http/error-forms'
import { timestamp } from '../../kernel/clock'
import { KOMGA_MOUNT } from './mount'

/** Every error below the prefix in Spring's format: apps show `message`. */
export const KOMGA_FORM: ErrorForm = {
  prefix: KOMGA_MOUNT,
  status: ({ status }) => statusOf(status),
  body: (error, request): KomgaError => {
    const status = statusOf(error.status)
    return {
      timestamp: timestamp(Date.now()),
      status,
      error: STATUS_CODES[status] ?? 'Error',
      message: error.message,
      path: new URL(request.url).pathname,
    }
  },
}

/** Komga answers 400 for every invalid body. */
function statusOf(status: number): number {
  return status === 422 ? 400 : status
}
