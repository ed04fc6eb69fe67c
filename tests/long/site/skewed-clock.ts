// Loaded before a program (bun --preload) to give it another clock than everyone else's: LONG_CLOCK_OFFSETS is a list of
// milliseconds to add, apart by commas; every second the next of them is in force.
const offsets = (process.env.LONG_CLOCK_OFFSETS ?? '0').split(',').map(Number)
const RealDate = globalThis.Date
const realNow = RealDate.now.bind(RealDate)
const began = realNow()

function now(): number {
  const real = realNow()
  return real + (offsets[Math.floor((real - began) / 1_000) % offsets.length] ?? 0)
}

class SkewedDate extends RealDate {
  constructor(...values: readonly unknown[]) {
    if (values.length === 0) super(now())
    else super(...(values as [number]))
  }
  static override now = now
}
globalThis.Date = SkewedDate as DateConstructor
