import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy-part'

const words = () => import('./messages').then(({ loadListMessages }) => loadListMessages())

/** A part of the lists that is fetched when it is needed, with the messages that it says. */
export const lazyListPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazyPart(load, words)
