import { z } from 'zod'
import { BookAuthorDto, BookAwardDto } from './book'

/** Text that a person types: without spaces around it; an empty one counts as none. */
export const line = z.string().trim().max(1000)
export const prose = z.string().trim().max(100_000)
/** Names with commas between. */
export const names = z.string().trim().max(10_000)
export const Year = z.int32().min(1).max(9999)
export const Count = z.int32().min(0).max(100_000)
export const Decimal = z.number().min(0).max(1_000_000)

/** BCP 47, as `en`, `pt-BR` or `zh-Hant`. */
export const Language = z
  .string()
  .trim()
  .regex(/^([A-Za-z]{2,8}(-[A-Za-z0-9]{1,8})*)?$/, 'not a language code, such as en or pt-BR')
  .max(35)

/** A name that shows something, and is no book. */
function named(schema: typeof BookAuthorDto | typeof BookAwardDto, most: number) {
  return z
    .array(schema as typeof BookAuthorDto)
    .max(most)
    .superRefine((rows, context) => {
      for (const [at, { name }] of rows.entries()) {
        if (name.trim() !== '' && name.length <= 500) continue
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'a name of 1 to 500 characters' })
      }
    })
}

export const EditedAuthors = named(BookAuthorDto, 500)
export const EditedAwards = named(BookAwardDto, 200) as unknown as z.ZodArray<typeof BookAwardDto>

export const Labels = z.array(z.string().trim().min(1).max(200)).max(500)
/** At most 64 KiB as JSON. */
export const CustomMetadata = z.record(z.string(), z.unknown())
