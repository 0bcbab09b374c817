/** Single-key shortcuts by screen; the help sheet shows this list. */
export type Shortcuts = { title: string; keys: readonly (readonly [key: string, meaning: string])[] }

export const shortcuts: readonly Shortcuts[] = [
  {
    title: 'Na consulta',
    keys: [
      ['Espaço', 'Pausar e retomar a gravação'],
      ['Ctrl+Enter', 'Finalizar a consulta, com confirmação'],
      ['1', 'Fala em foco é do médico'],
      ['2', 'Fala em foco é do paciente'],
      ['0', 'Fala em foco sem identificação'],
      ['F', 'Trocar médico e paciente em todas as falas'],
      ['/', 'Buscar na transcrição'],
    ],
  },
  {
    title: 'No registro',
    keys: [
      ['Tab', 'Ir à próxima frase'],
      ['Enter', 'Mostrar ou fechar as falas da frase em foco'],
      ['C', 'Marcar a frase em foco como conferida'],
      ['Esc', 'Fechar as falas'],
    ],
  },
  { title: 'Em qualquer tela', keys: [['?', 'Mostrar esta lista']] },
]
