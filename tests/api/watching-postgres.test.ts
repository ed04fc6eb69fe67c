// Watching: changes in a library's folder appear automatically once files are complete; nothing is lost.
import { setDefaultTimeout } from 'bun:test'
import { watchingOn } from './watching-on'

setDefaultTimeout(120_000)

watchingOn('postgres')
