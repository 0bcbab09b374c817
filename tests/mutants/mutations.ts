// The single changes of a source file that tests of its behaviour should notice.
import { parseSync } from 'vite'

/** `from` and `to`: offsets in the text; `line` counts from 1. */
export type Mutation = { from: number; to: number; line: number; before: string; after: string }

const swapped: Record<string, string> = {
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '+': '-',
  '-': '+',
}

type Node = { type: string; start: number; end: number; [field: string]: unknown }
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** All mutations of a file, in order: a swapped operator, truth value or number, a condition that always or never holds. */
export function mutationsOf(name: string, text: string): Mutation[] {
  const out: Mutation[] = []
  const add = (from: number, to: number, after: string) =>
    out.push({ from, to, line: text.slice(0, from).split('\n').length, before: text.slice(from, to), after })
  const mutate = (node: Node): void => {
    const { type, operator, left, right, value, test, argument } = node
    if ((type === 'BinaryExpression' || type === 'LogicalExpression') && isNode(left) && isNode(right)) {
      const other = swapped[String(operator)]
      const at = text.indexOf(String(operator), left.end)
      if (other && at >= 0 && at < right.start) add(at, at + String(operator).length, other)
    }
    if (type === 'Literal' && typeof value === 'boolean') add(node.start, node.end, String(!value))
    if (type === 'Literal' && typeof value === 'number') add(node.start, node.end, String(value + 1))
    if ((type === 'IfStatement' || type === 'ConditionalExpression') && isNode(test))
      for (const held of ['true', 'false']) add(test.start, test.end, held)
    if (type === 'UnaryExpression' && operator === '!' && isNode(argument))
      add(node.start, node.end, text.slice(argument.start, argument.end))
  }
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const one of value) visit(one)
    // Types do nothing at run time.
    if (!isNode(value) || value.type.startsWith('TS')) return
    mutate(value)
    for (const [field, child] of Object.entries(value)) if (field !== 'type') visit(child)
  }
  visit(parseSync(name, text).program)
  return out
}
