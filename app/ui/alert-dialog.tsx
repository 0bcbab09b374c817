import type { AlertProps, ConfirmProps } from './alert-box.tsx'
import { openedLater } from './later.tsx'

const boxes = () => import('./alert-box.tsx')
/** Tells something that must be read: one sentence, one button, room for a link. */
export const Alert = openedLater<AlertProps>(() => boxes().then(({ AlertBox }) => AlertBox))
/** Asks before something that cannot be taken back. */
export const Confirm = openedLater<ConfirmProps>(() => boxes().then(({ ConfirmBox }) => ConfirmBox))
