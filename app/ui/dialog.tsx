import { openedLater } from './opened-later.tsx'

export const Dialog = openedLater(
  () => import('./dialog-box.tsx'),
  ({ DialogBox }) => DialogBox,
)
