import { z } from 'zod'

export const Uuid = z.guid().meta({ format: 'uuid' })
export const Timestamp = z.iso.datetime({ offset: true })
export const Int32 = z.int32()
/** Whole numbers up to 2^53 - 1, which JSON carries exactly. */
export const Int64 = z.int().meta({ format: 'int64' })

/** An optional member that may also be null, as most of the contract has them. */
export function nullable<T extends z.ZodType>(schema: T) {
  return schema.nullable().optional()
}

/** A whole number in an address: decimal digits and nothing else, so that no two readers take it differently. */
export function numeral(number: z.ZodNumber) {
  return z.preprocess(text => (typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text), number)
}
