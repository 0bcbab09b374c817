import { redirect } from 'react-router'

export function loader() {
  throw redirect('/app/dashboard')
}

export default function AppIndex() {
  return null
}
