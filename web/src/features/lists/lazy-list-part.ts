import type { ComponentType } from 'react'
import { lazyPart } from '../../ui/lazy-part'

const words = () => import('./messages').then(({ loadListMessages }) => loadListMessages())

/** A part of the lists that is loaded on demand, with its messages. */
export const lazyListPart = <Props>(load: () => Promise<{ default: ComponentType<Props> }>) => lazyPart(load, words)
