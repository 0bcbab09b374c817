/** A click outside a dialog's box closes it, as Escape does; the browser restores the focus. */
export function closeFromOutside(dialog: HTMLDialogElement): void {
  let beside = false
  const isBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return target === dialog && (x < left || x > right || y < top || y > bottom)
  }
  // Only a click that also began outside closes it: selecting text may end outside.
  dialog.addEventListener('mousedown', (event) => {
    beside = isBeside(event)
  })
  dialog.addEventListener('click', (event) => {
    if (beside && isBeside(event)) dialog.close()
  })
}
