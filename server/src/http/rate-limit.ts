import type { RateLimitedResponse } from '@octavo/contract/errors'
import { LRUCache } from 'lru-cache'
import type { Clock } from '../kernel/clock'
import { networkOf } from './network'

/** Refill rate per second and bucket size (interface.md, Rate limiting). */
export interface BucketSize {
  readonly perSecond: number
  readonly burst: number
}

export interface RateLimits {
  readonly enabled: boolean
  readonly anonymous: BucketSize
  readonly authenticated: BucketSize
}

export interface Verdict {
  readonly allowed: boolean
  readonly limit: number
  readonly remaining: number
  /** Seconds until the next token; 0 if there is one. */
  readonly resetSeconds: number
}

export interface RateLimiter {
  /** Takes one token of the client: anonymous ones by address (IPv6: by network), known ones by user. */
  take(client: { readonly user: string } | { readonly address: string }): Verdict
  /** Whether rate limiting is enabled. */
  readonly enabled: boolean
}

interface Bucket {
  tokens: number
  updatedMs: number
}

/** Maximum number of tracked clients; the least recently active is evicted and starts with a full bucket again. */
const MAX_CLIENTS = 100_000

/** Token buckets in this process: each replica counts separately. When limits shrink, excess tokens are dropped. */
export function createRateLimiter(limitsNow: () => RateLimits, now: Clock): RateLimiter {
  // With `max` the table would be allocated at once.
  const buckets = new LRUCache<string, Bucket>({ maxSize: MAX_CLIENTS, sizeCalculation: () => 1 })
  return {
    get enabled() {
      return limitsNow().enabled
    },
    take(client) {
      const time = now()
      const limits = limitsNow()
      const size = 'user' in client ? limits.authenticated : limits.anonymous
      const key = 'user' in client ? `u:${client.user}` : `a:${networkOf(client.address)}`
      const bucket = buckets.get(key) ?? { tokens: size.burst, updatedMs: time }
      const elapsedSeconds = Math.max(0, time - bucket.updatedMs) / 1000
      bucket.tokens = Math.min(size.burst, bucket.tokens + elapsedSeconds * size.perSecond)
      bucket.updatedMs = time
      buckets.set(key, bucket)
      const allowed = bucket.tokens >= 1
      if (allowed) bucket.tokens -= 1
      return {
        allowed,
        limit: size.burst,
        remaining: Math.floor(bucket.tokens),
        resetSeconds: bucket.tokens >= 1 ? 0 : Math.ceil((1 - bucket.tokens) / size.perSecond),
      }
    },
  }
}

export function setRateLimitHeaders(headers: Headers, verdict: Verdict): void {
  headers.set('X-RateLimit-Limit', String(verdict.limit))
  headers.set('X-RateLimit-Remaining', String(verdict.remaining))
  headers.set('X-RateLimit-Reset', String(verdict.resetSeconds))
}

export function tooManyRequests(verdict: Verdict): Response {
  return waitSeconds(Math.max(1, verdict.resetSeconds))
}

/** 429 in the contract's format, with the seconds to wait. */
export function waitSeconds(seconds: number): Response {
  const body: RateLimitedResponse = {
    error: 'rate_limit_exceeded',
    message: `Too many requests. Wait ${seconds} ${seconds === 1 ? 'second' : 'seconds'} and try again.`,
    retry_after: seconds,
  }
  return Response.json(body, { status: 429, headers: { 'Retry-After': String(seconds) } })
}
