import type { ReactNode } from 'react'

/** Makes the dialog that exports one thing in several formats. A route gives it to features other than its own. */
export type ExportDialog = (of: { id: string; title: string; open: boolean; onClose: () => void }) => ReactNode
