import type { DialogProps } from './dialog-box.tsx'
import { openedLater } from './later.tsx'

export const Dialog = openedLater<DialogProps>(() => import('./dialog-box.tsx').then(({ DialogBox }) => DialogBox))
