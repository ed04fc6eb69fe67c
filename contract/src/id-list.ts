import { z } from 'zod'

const UUID = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** Ids with commas between them. The document says what the text has to be, not what it becomes. */
export function idList(most: number) {
  const pattern = `^${UUID}(?:,${UUID}){0,${most - 1}}$`
  return z
    .string()
    .regex(new RegExp(pattern), `at most ${most} ids with commas between`)
    .transform(text => text.split(','))
    .meta({ type: 'string', pattern })
}
