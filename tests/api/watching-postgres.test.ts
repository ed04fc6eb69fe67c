// Watching: what changes in the folder of a library shows by itself, once it is whole; nothing is lost by it.
import { setDefaultTimeout } from 'bun:test'
import { watchingOn } from './watching-on'

setDefaultTimeout(120_000)

watchingOn('postgres')
