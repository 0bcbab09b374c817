import { later } from './later.ts'
import { openedLater } from './opened-later.tsx'

const boxes = later(() => import('./alert-box.tsx'))
/** Tells something that must be read: one sentence, one button, room for a link. */
export const Alert = openedLater(boxes, ({ AlertBox }) => AlertBox)
/** Asks before something that cannot be taken back. */
export const Confirm = openedLater(boxes, ({ ConfirmBox }) => ConfirmBox)
