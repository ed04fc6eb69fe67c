/** The parts of a body as a stream with backpressure. It fails when they do. */
export function streamOf(parts: AsyncGenerator<Uint8Array, void>): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await parts.next()
        if (done) controller.close()
        // An empty chunk does not wake a waiting reader.
        else if (value.length > 0) controller.enqueue(value)
        else await this.pull?.(controller)
      },
      async cancel() {
        await parts.return()
      },
    },
    { highWaterMark: 1 },
  )
}
