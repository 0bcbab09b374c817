import { later } from './later.ts'
import { openedLater } from './opened-later.tsx'

const boxes = later(() => import('./alert-box.tsx'))
/** Shows one sentence that must be read, with one button and room for a link. */
export const Alert = openedLater(boxes, ({ AlertBox }) => AlertBox)
/** Asks before an action that cannot be undone. */
export const Confirm = openedLater(boxes, ({ ConfirmBox }) => ConfirmBox)
