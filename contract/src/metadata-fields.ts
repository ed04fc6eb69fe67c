import { z } from 'zod'
import { BookAuthorDto, BookAwardDto } from './book'
import { isVisible } from './visible-text'

/** A list of named things: each shows something and is not a book. */
function named<Schema extends z.ZodType<{ name: string }>>(schema: Schema, most: number) {
  return z
    .array(schema)
    .max(most)
    .superRefine((rows, context) => {
      for (const [at, { name }] of rows.entries()) {
        if (isVisible(name) && name.length <= 500) continue
        context.addIssue({ code: 'custom', path: [at, 'name'], message: 'a name of 1 to 500 characters' })
      }
    })
}

export const EditedAuthors = named(BookAuthorDto, 500)
export const EditedAwards = named(BookAwardDto, 200)

export const Label = z.string().trim().min(1).max(200).refine(isVisible, 'nothing of it can be seen')
export const Labels = z.array(Label).max(500)
/** At most 64 KiB as JSON. */
export const CustomMetadata = z.record(z.string(), z.unknown())
