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
