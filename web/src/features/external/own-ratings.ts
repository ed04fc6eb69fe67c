export type RatedKind = 'series' | 'books'

export type OwnRating = { readonly rating: number; readonly notes?: string | null | undefined }
