/** Whether others in the network can read what this page sends. */
export function isReadOnTheWay({ protocol, hostname }: Pick<Location, 'protocol' | 'hostname'>): boolean {
  const thisMachine = /^(localhost|.*\.localhost|127\.[\d.]+|\[::1\])$/.test(hostname)
  return protocol === 'http:' && !thisMachine
}
