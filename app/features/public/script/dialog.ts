/** A press beside a dialog's own box closes it, as Escape does; the browser gives the focus back. */
export function closeFromOutside(dialog: HTMLDialogElement): void {
  let beside = false
  const isBeside = ({ target, clientX: x, clientY: y }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return target === dialog && (x < left || x > right || y < top || y > bottom)
  }
  // Text marked from the inside out ends beside the box: only what also began there closes it.
  dialog.addEventListener('mousedown', (event) => {
    beside = isBeside(event)
  })
  dialog.addEventListener('click', (event) => {
    if (beside && isBeside(event)) dialog.close()
  })
}
