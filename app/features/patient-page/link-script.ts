/**
 * The script of the patient's page. It moves the token from the address into the form: the browser never sends a
 * fragment, and the history entry keeps none. Without it, the page has a field to paste the link.
 */
function takeToken(): void {
  const token = location.hash.slice(1)
  const field = document.querySelector<HTMLInputElement>('[data-link] input')
  if (token !== '') {
    if (field) field.value = token
    history.replaceState(history.state, '', location.pathname)
  }
  document.querySelector('[data-link]')?.toggleAttribute('data-shown', field?.value === '')
}

takeToken()
// The same link tapped again, while its page is open.
addEventListener('hashchange', takeToken)

for (const button of document.querySelectorAll<HTMLButtonElement>('[data-print]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}

export {}
