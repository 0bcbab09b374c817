import { expect, test } from 'vitest'
import { speechEngines } from '../account/settings.ts'
import { type DeviceAvailability, offersDevice, wantsDevice } from './engine-order.ts'

const available: DeviceAvailability = { state: 'available', quality: 'unknown' }
const wants = (facts: Partial<Parameters<typeof wantsDevice>[0]>): boolean =>
  wantsDevice({ operator: 'first', doctor: 'automatic', availability: available, serverLost: false, ...facts })

test('[EO1] the operator without a place and the doctor who chose the server hide the device', () => {
  const offers = (operator: 'first' | 'last' | null) =>
    speechEngines.map((doctor) => offersDevice({ operator, doctor }))
  expect([offers('first'), offers('last'), offers(null)]).toEqual([
    [true, true, false],
    [true, true, false],
    [false, false, false],
  ])
})

test('[EO2] automatic follows the operator: first always, last only while the server engine is lost', () => {
  expect([wants({}), wants({ serverLost: true })]).toEqual([true, true])
  expect([wants({ operator: 'last' }), wants({ operator: 'last', serverLost: true })]).toEqual([false, true])
})

test('[EO2] the doctor forces or forbids the device, and the operator has the last word', () => {
  expect(wants({ operator: 'last', doctor: 'device' })).toBe(true)
  for (const serverLost of [false, true]) {
    expect(wants({ doctor: 'server', serverLost })).toBe(false)
    for (const doctor of speechEngines) expect(wants({ operator: null, doctor, serverLost })).toBe(false)
  }
})

test('[EO2] a device that is not ready hears nothing, whoever asks for it', () => {
  const states = ['downloadable', 'downloading', 'unavailable'] as const
  const notReady = [null, ...states.map((state): DeviceAvailability => ({ state, quality: 'unknown' }))]
  for (const availability of notReady)
    for (const doctor of speechEngines) expect(wants({ availability, doctor, serverLost: true })).toBe(false)
})
