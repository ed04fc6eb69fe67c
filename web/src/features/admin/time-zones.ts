/** The time zones that this browser knows, including `also`: the server may know more. */
export function timeZones(also?: string | null): string[] {
  const known = Intl.supportedValuesOf('timeZone')
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone
  return [...new Set([...(also ? [also] : []), 'UTC', here, ...known])].sort()
}
