import * as z from './zod'

export const Uuid = z.guid().meta({ format: 'uuid' })
export const Timestamp = z.iso.datetime({ offset: true })
export const Int32 = z.int32()
/** Whole numbers up to 2^53 - 1, exact in JSON. */
export const Int64 = z.int().meta({ format: 'int64' })

/** An optional, nullable member, as in most of the contract. */
export function nullable<T extends z.ZodType>(schema: T) {
  return schema.nullable().optional()
}

/** A whole number in an address: decimal digits only, so that all parsers agree. */
export function numeral(number: z.ZodNumber) {
  return z.preprocess(text => (typeof text === 'string' && /^\d{1,16}$/.test(text) ? Number(text) : text), number)
}
