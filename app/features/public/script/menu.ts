/** A link within the page closes the menu that contains it; without the script, a tap outside does. */
export function closeChosenMenu(): void {
  for (const menu of document.querySelectorAll<HTMLElement>('header [popover]'))
    menu.addEventListener('click', ({ target }) => {
      if (target instanceof Element && target.closest('a')) menu.hidePopover()
    })
}
