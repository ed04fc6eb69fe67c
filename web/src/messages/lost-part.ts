/** A short network interruption should not remove a part of the app. */
const pauses = [300, 1200]

/** A part of the app, or its messages, that could not be fetched. */
export class LostPart extends Error {
  constructor(cause: unknown) {
    super('A part of the app could not be fetched', { cause })
  }
}

/**
 * Fetches a part of the app, with two retries after pauses.
 * @throws LostPart
 */
export async function patiently<T>(load: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await load()
    } catch {
      await new Promise(resolve => setTimeout(resolve, pause))
    }
  }
  return await load().catch((cause: unknown) => {
    throw new LostPart(cause)
  })
}
