import * as z from './zod'

/** A sentence about the result. */
export const MessageResponse = z.object({ message: z.string() }).meta({ id: 'MessageResponse' })
export type MessageResponse = z.infer<typeof MessageResponse>
