import { deviceName } from '../account/device.ts'

/** From where: what the browser said it is, and the network without the number of the one who asked. */
export type Origin = { device: string | null; network: string | null }
export const nowhere: Origin = { device: null, network: null }

const IPV4 = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.\d{1,3}$/

/** '203.0.113.x', '2001:db8:85a3:…': the network of an address; null where it is none. */
export function networkOf(address: string | null | undefined): string | null {
  if (!address) return null
  const four = IPV4.exec(address.replace(/^::ffff:/i, ''))
  if (four) return `${four[1]}.${four[2]}.${four[3]}.x`
  if (!/^[0-9a-f:]+$/i.test(address) || !address.includes(':')) return null
  const groups = address.toLowerCase().split('::')[0]?.split(':').filter(Boolean).slice(0, 3) ?? []
  return groups.length > 0 ? `${groups.map((group) => group.replace(/^0+(?=.)/, '')).join(':')}:…` : null
}

export const originOf = (userAgent: string | null | undefined, address: string | null | undefined): Origin => ({
  device: userAgent ? deviceName(userAgent) : null,
  network: networkOf(address),
})
