/** What single keys do on a record, for the sheet that lists them. */
export const recordShortcuts = [
  ['Tab', 'Ir à próxima frase'],
  ['Enter', 'Mostrar ou fechar as falas da frase em foco'],
  ['C', 'Marcar a frase em foco como conferida'],
  ['Esc', 'Fechar as falas'],
  ['?', 'Mostrar esta lista'],
] as const
