/** The longest time in milliseconds that the event loop was blocked while `work` ran. */
export async function longestPause(work: Promise<unknown>): Promise<number> {
  let longest = 0
  let last = performance.now()
  const note = () => {
    const now = performance.now()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(note, 5)
  try {
    await work
  } finally {
    clearInterval(timer)
  }
  note()
  return longest
}
