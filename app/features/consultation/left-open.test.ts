import { expect, test } from 'vitest'
import { leftOpenLabel, startOverWords } from './left-open.ts'

test('a consultation that is only ending is not offered to be resumed', () => {
  const finishing = new Set(['b'])
  expect(leftOpenLabel('a', finishing)).toEqual({ state: 'Consulta em Andamento', open: 'Retomar' })
  expect(leftOpenLabel('b', finishing)).toEqual({ state: 'Encerrando a consulta', open: 'Abrir' })
})

test('what is asked before another one begins tells the running from the ending', () => {
  const title = (running: number, finishing: number) => startOverWords(running, finishing).title
  expect([title(1, 0), title(2, 0)]).toEqual(['Há uma consulta em andamento', 'Há 2 consultas em andamento'])
  expect([title(0, 1), title(0, 2)]).toEqual([
    'Uma consulta está sendo encerrada',
    '2 consultas estão sendo encerradas',
  ])
  expect(title(1, 1)).toBe('Há 2 consultas abertas')
  expect(startOverWords(0, 1).promise).not.toContain('retomad')
})
