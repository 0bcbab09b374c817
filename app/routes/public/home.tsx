import { redirect } from 'react-router'
import { leaveWhenSignedIn } from '../session.ts'
import type { Route } from './+types/home'

export async function loader({ context, request, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, request, url)
  throw redirect('/landing')
}

export default function Home() {
  return null
}
