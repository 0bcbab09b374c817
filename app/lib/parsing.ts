import { z } from 'zod/mini'

/** The CSP forbids code from strings. The page loads no table of messages, so one sentence covers checks without their own. */
export const configureParsing = () => z.config({ jitless: true, localeError: () => 'Valor inválido' })
