/** News of the product, newest first, for who switched them on. `id` marks one as read: never used again. */
export type News = { id: string; at: number; title: string; text: string }

export const news: readonly News[] = [
  {
    id: 'notificacoes',
    at: Date.UTC(2026, 10, 21, 12),
    title: 'Novidade: notificações e atalhos',
    text: 'Registros prontos e consultas em aberto aparecem aqui. Tecle ? para ver os atalhos de cada tela.',
  },
]
