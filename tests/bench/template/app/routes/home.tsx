export function meta() {
  return [{ title: 'New React Router App' }, { name: 'description', content: 'Welcome to React Router!' }]
}

export function loader() {
  return { message: 'Hello from Cloudflare' }
}

export default function Home({ loaderData }: { loaderData: { message: string } }) {
  return <main className="flex items-center justify-center pt-16 pb-4">{loaderData.message}</main>
}
