import { createContext } from 'react'

/** Chooses the card around a menu, where cards can be chosen. */
export const SelectCard = createContext<(() => void) | null>(null)
