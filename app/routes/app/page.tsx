import { Outlet } from 'react-router'
import { RouteError } from '../route-error.tsx'
import type { Route } from './+types/page'

/** Between the shell and its pages: shows a page's failure inside the shell. */
export default function Page() {
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <RouteError error={error} home="/app/dashboard" inShell />
}
