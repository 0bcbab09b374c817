import ipaddr from 'ipaddr.js'
import { isDeployed, isLocalHost, isOutsideAddress } from '#domain/configuration.ts'
import type { Env } from '../env.ts'

type Place = Pick<Env, 'ENVIRONMENT' | 'APP_URL'>

/** All that is assigned of IPv6. Outside of it `::7f00:1` still means 127.0.0.1, and ipaddr.js calls it unicast. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3')

/** True for an address of the public internet: not private, loopback, link-local, reserved, or a way through to one. */
export function isPublicIp(ip: string): boolean {
  const address = ipaddr.isValid(ip) ? ipaddr.process(ip) : null
  if (address?.range() !== 'unicast') return false
  return address instanceof ipaddr.IPv4 || address.match(GLOBAL_IPV6)
}

/**
 * Returns the address to send to; null if `isOutsideAddress` refuses it, the rule that a release checks too. Numbers
 * of any spelling are refused, so that a name is always resolved and checked. URL reads numbers as the network does.
 * In development and preview this machine is allowed too.
 */
export function readAddress({ ENVIRONMENT, APP_URL }: Place, text: string): URL | null {
  const url = URL.parse(text)
  if (url?.username !== '' || url.password !== '' || url.hash !== '') return null
  const isHere = !isDeployed(ENVIRONMENT) && isLocalHost(url.hostname)
  if (isHere) return url.protocol === 'http:' || url.protocol === 'https:' ? url : null
  return isOutsideAddress(url.href, new URL(APP_URL).hostname) ? url : null
}

/** Resolves a name to all its addresses. An empty list: it has none. */
export type Resolve = (name: string, signal: AbortSignal) => Promise<string[]>

const DNS = 'https://cloudflare-dns.com/dns-query'
const [A, AAAA] = [1, 28]

/** DNS over HTTPS: a Worker has no resolver of its own. */
export const resolveByHttps: Resolve = async (name, signal) => {
  const ask = async (type: number): Promise<string[]> => {
    const query = new URLSearchParams({ name, type: String(type) })
    const answer = await fetch(`${DNS}?${query}`, { headers: { accept: 'application/dns-json' }, signal })
    const { Answer: found = [] } = await answer.json<{ Answer?: { type: number; data: string }[] }>()
    return found.filter((one) => one.type === type).map(({ data }) => data)
  }
  return (await Promise.all([ask(A), ask(AAAA)])).flat()
}

/** Whether every address of the name is public. In development and preview names are not resolved. */
export async function leadsOutside(
  { ENVIRONMENT }: Place,
  { hostname }: URL,
  resolve: Resolve,
  signal: AbortSignal,
): Promise<'public' | 'private' | 'unknown'> {
  if (!isDeployed(ENVIRONMENT)) return 'public'
  const addresses = await resolve(hostname, signal)
  if (addresses.length === 0) return 'unknown'
  return addresses.every(isPublicIp) ? 'public' : 'private'
}
