/** 160 random bits. */
export const PAGE_TOKEN_BYTES = 20
/** In hexadecimal: messengers cut a link that ends with a mark, as base64url may. */
export const PAGE_TOKEN = /^[0-9a-f]{40}$/

export const PATIENT_PAGE_PATH = '/paciente'

/** The link of a page. A browser sends no fragment, so the token reaches no log and no referer. */
export const pageLink = (origin: string, token: string): string => `${origin}${PATIENT_PAGE_PATH}#${token}`

/** The token in a pasted link, also in the middle of a message; else the text itself. */
export const tokenIn = (text: string): string =>
  /#([0-9a-f]{40})(?![0-9a-f])/.exec(text)?.[1] ?? text.trim().replace(/^.*#/s, '')

/** Opens WhatsApp with a message and lets the doctor choose the contact. It holds no health data. */
export const whatsAppLink = ({ link, doctorName }: { link: string; doctorName: string }): string =>
  `https://wa.me/?text=${encodeURIComponent(
    `${doctorName} enviou uma mensagem para você. Para ler, abra o link e informe a sua data de nascimento: ${link}`,
  )}`
