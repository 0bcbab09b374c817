import { deviceName } from '../account/device.ts'

/** The origin of a request: the browser it claims to be, and its network without the part that names one machine. */
export type Origin = { device: string | null; network: string | null }
export const nowhere: Origin = { device: null, network: null }

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/

/** The network of an address: '203.0.113.x', '2001:db8:85a3:…'; null if it is no address. */
export function networkOf(address: string | null | undefined): string | null {
  if (!address) return null
  const four = IPV4.exec(address.replace(/^::ffff:/i, ''))
  if (four) return `${four[1]}.${four[2]}.${four[3]}.x`
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
  const groups = address.toLowerCase().split('::')[0]?.split(':').filter(Boolean).slice(0, 3) ?? []
  return groups.length > 0 ? `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}:…` : null
}

/** The browser's name and the network of a request, as far as they are known. */
export const originOf = (userAgent: string | null | undefined, address: string | null | undefined): Origin => ({
  device: userAgent ? deviceName(userAgent) : null,
  network: networkOf(address),
})
