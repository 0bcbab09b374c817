import { redirect } from 'react-router'

export function loader() {
  throw redirect('/app/dashboard')
}

/** Needs no network: the installed app opens here. */
export const clientLoader = () => redirect('/app/dashboard')

export default function AppIndex() {
  return null
}
