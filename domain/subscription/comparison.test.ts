import { expect, test } from 'vitest'
import { comparedFeatures } from './comparison.ts'
import { type Plan, plans } from './plans.ts'

test("the comparison matches each plan's list, and Clínica has every feature of Pro", () => {
  const rows = comparedFeatures()
  const valuesOf = (row: string) => rows.find((one) => one.row === row)?.values
  expect(new Set(rows.map(({ row }) => row)).size).toBe(rows.length)
  for (const { id, features } of Object.values<Plan>(plans))
    for (const feature of features) {
      const value = valuesOf(feature.row ?? feature.text)?.[id]
      expect([id, feature.text, value]).toEqual([id, feature.text, feature.soon ? 'Em breve' : (feature.value ?? true)])
    }
  for (const { row, values } of rows) {
    if (values.pro !== false) expect([row, values.clinica]).not.toEqual([row, false])
    // Every row belongs to a plan.
    expect([row, Object.values(values).some((value) => value !== false)]).toEqual([row, true])
  }
  expect(valuesOf('Consultas por mês')).toEqual({ free: '5', pro: 'Ilimitadas', clinica: 'Ilimitadas' })
  expect(valuesOf('IA especializada por área')).toEqual({ free: false, pro: true, clinica: true })
  expect(valuesOf('Exportação em vários formatos')).toEqual({ free: false, pro: true, clinica: true })
})
