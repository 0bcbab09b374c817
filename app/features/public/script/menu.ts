/** A way within this page closes the menu it was chosen from; without script a touch beside it does. */
export function closeChosenMenu(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('header [popover]'))
    menu.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) menu.hidePopover()
    })
}
