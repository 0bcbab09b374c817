import { getIP } from 'better-auth/api'

/**
 * How every counter reads a visitor's address, better-auth's included. One customer usually gets a whole IPv6 /64 (RFC
 * 6177), so a counter for each address in it would limit no one.
 */
export const ipAddress = { ipAddressHeaders: ['cf-connecting-ip'], ipv6Subnet: 64 }

/** Names the network in a counter's key. All requests without a readable address share one key. */
export const visitorKey = (headers: Headers): string => getIP(headers, { advanced: { ipAddress } }) ?? 'unknown'
