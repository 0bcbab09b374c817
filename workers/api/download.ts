/** RFC 5987: encodes characters that encodeURIComponent leaves and a header parameter forbids. */
const headerValue = (name: string): string =>
  encodeURIComponent(name).replace(/['()*!]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)

/** The header of a file to save. A patient's name appears only here, never in an address. */
export const attachment = (plain: string, name: string): string =>
  `attachment; filename="${plain}"; filename*=UTF-8''${headerValue(name)}`
