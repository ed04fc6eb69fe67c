/** The YAML library, loaded on demand: most servers have no file to read, and loading it delays their start. */
export function yaml(): typeof import('yaml') {
  return require('yaml')
}
