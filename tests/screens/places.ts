import type { Page } from '@playwright/test'

/** As it stands on the screen; a pattern, which the whole of a text has to fit, where it carries a number or an id. */
export type Text = string | RegExp
/** A part of what lies in front, as assistive technology finds it; there has to be exactly one. */
export type Place = {
  role: Parameters<Page['getByRole']>[0]
  name?: string | RegExp
  level?: number
  /** Words inside it, for a place without a name. */
  with?: string
}
/**
 * A text, or texts of one place. Without a place it belongs to the dialog in front, otherwise to the page's own
 * part.
 */
export type Entry = Text | { at: Place; texts: readonly Text[] }

export const at = (place: Place, ...texts: readonly Text[]): Entry => ({ at: place, texts })
export const region = (name: string): Place => ({ role: 'region', name })
/** A line of a list, by words of it. */
export const line = (words: string): Place => ({ role: 'listitem', with: words })

/** They lie over everything, dialogs too. */
export const TOASTS: Place = { role: 'region', name: /^Avisos / }
export const toast = (...texts: readonly Text[]): Entry => at(TOASTS, ...texts)

/** The app's frame has one, and so has a dialog that fills the screen. */
export const HEADER: Place = { role: 'banner' }
export const NAVIGATION: Place = { role: 'navigation', name: 'Principal' }
export const TITLE: Place = { role: 'heading', level: 1 }
export const MENU: Place = { role: 'menu' }
export const TYPE_CHOICE: Place = { role: 'radiogroup', name: 'Tipo de consulta' }
export const TYPE_FILTER: Place = { role: 'combobox', name: 'Tipo de consulta' }
export const IN_CONSULTATION = region('Paciente em consulta')
export const RECORDER = region('Gravação')
export const LIVE_PANEL = region('Transcrição ao vivo')
export const FINISHED = region('Consulta finalizada')
export const FINISHED_PANEL = region('Transcrição da consulta')
export const FLOW = region('Estruturação')
export const RECORD_TEXT = region('Texto para Prontuário')
export const CHECKS: Place = { role: 'complementary', name: 'Conferência do registro' }
