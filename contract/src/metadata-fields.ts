import { BookAuthorDto, BookAwardDto } from './book'
import { oneLine, Year } from './field-schemas'
import { nullable } from './ids'
import { isVisible } from './visible-text'
import * as z from './zod'

/** A name with visible characters. */
export function shownName(most: number) {
  return oneLine(most).refine(isVisible, 'a name of 1 character or more')
}
const Name = shownName(500)

const EditedAuthor = BookAuthorDto.extend({ name: Name, sortName: nullable(oneLine(500)) }).meta({
  id: 'EditedAuthorDto',
})
export const EditedAuthors = z.array(EditedAuthor).max(500)
const EditedAward = BookAwardDto.extend({ name: Name, category: nullable(oneLine(500)), year: nullable(Year) }).meta({
  id: 'EditedAwardDto',
})
export const EditedAwards = z.array(EditedAward).max(200)

export const Label = shownName(200)
export const Labels = z.array(Label).max(500)
/** Labels to remove, whatever files contain. */
export const OldLabels = z.array(z.string().trim().min(1).max(1000)).max(500)
/** At most 64 KiB as JSON. */
export const CustomMetadata = z.record(z.string(), z.unknown())
