import { useCallback } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'

const WHICH = 'detalhes'
const PART = 'parte'
const TRANSCRIPT = 'transcricao'
/** Navigation state: the details were opened from the list, so closing goes one step back. */
const overList = { overList: true }

/** The address names the open details, so that the back button closes them, also on a phone. */
export function useDetails() {
  const [address, setAddress] = useSearchParams()
  const navigate = useNavigate()
  const { state } = useLocation()
  const open = useCallback(
    (id: string, transcript: boolean) => {
      const search = new URLSearchParams(window.location.search)
      search.set(WHICH, id)
      if (transcript) search.set(PART, TRANSCRIPT)
      else search.delete(PART)
      void navigate({ search: search.toString() }, { preventScrollReset: true, state: overList })
    },
    [navigate],
  )
  function close() {
    if (state?.overList) return void navigate(-1)
    const rest = new URLSearchParams(address)
    rest.delete(WHICH)
    rest.delete(PART)
    setAddress(rest, { replace: true, preventScrollReset: true })
  }
  return { id: address.get(WHICH), transcript: address.get(PART) === TRANSCRIPT, open, close }
}
