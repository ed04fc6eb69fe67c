/** Whether others in the network can read what this page sends. */
export function isReadOnTheWay({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  return protocol === 'http:' && !isThisComputer(hostname)
}

/** Whether a host name means the computer it is used on. */
export function isThisComputer(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
}
