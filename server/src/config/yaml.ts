/** The YAML library, loaded when there is a file to read or write: most servers have none, and each would start later for it. */
export function yaml(): typeof import('yaml') {
  return require('yaml')
}
