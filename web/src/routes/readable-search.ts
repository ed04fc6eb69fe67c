import { defaultStringifySearch } from '@tanstack/react-router'

/**
 * Characters allowed unescaped in a query string (RFC 3986, 3.4), so that a person can read and write a filter in it.
 */
const plain: Readonly<Record<string, string>> = {
  '%2C': ',',
  '%3A': ':',
  '%3B': ';',
  '%28': '(',
  '%29': ')',
  '%2F': '/',
  '%7C': '|',
}

export function readableSearch(search: Record<string, unknown>): string {
  return defaultStringifySearch(search).replace(/%(?:2C|3A|3B|28|29|2F|7C)/g, code => plain[code] ?? code)
}
