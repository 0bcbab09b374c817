import { later } from './later.ts'
import { openedLater } from './opened-later.tsx'

export const Dialog = openedLater(
  later(() => import('./dialog-box.tsx')),
  ({ DialogBox }) => DialogBox,
)
