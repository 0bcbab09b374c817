export function loader() {
  throw new Response(null, { status: 404 })
}

export const meta = () => [{ title: 'Página não encontrada · Relato' }]

export default function NotFound() {
  return null
}
