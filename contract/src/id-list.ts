import * as z from './zod'

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Comma-separated ids. The document describes the text, not the parsed list. */
export function idList(most: number) {
  const pattern = `^${UUID}(?:,${UUID}){0,${most - 1}}$`
  return z
    .string()
    .regex(new RegExp(pattern), `at most ${most} comma-separated ids`)
    .transform(text => text.split(','))
    .meta({ type: 'string', pattern })
}
