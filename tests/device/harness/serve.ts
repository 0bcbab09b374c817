import { createHmac } from 'node:crypto'
import { servePage } from '../../testkit/built-pages.ts'
import type { CountingRoom } from '../counting-room.ts'

/** The signed-in doctor, and the secret of the keys. Null: signed out. */
export type Session = { doctorId: string | null; secret: string }

/** The device's store and sender, with a key and a room behind them. */
export const serveDevice = (port: number, session: Session, room: () => CountingRoom) =>
  servePage('device', port, {
    answer(_, response, path) {
      if (path !== '/api/device-key') return false
      const { doctorId: doctor_id, secret } = session
      if (!doctor_id) {
        response.writeHead(401).end()
        return true
      }
      const key = createHmac('sha256', secret).update(doctor_id).digest('base64')
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ doctor_id, key }))
      return true
    },
    upgrade: (request, socket, head) => room().upgrade(request, socket, head),
  })
