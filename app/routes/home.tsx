export default function Home() {
  return <h1>Relato</h1>
}
