import built, { ConsultationRoom as BuiltRoom } from 'relato-built'
import type { Env } from '#workers/env.ts'
import { hurry } from './hurry.ts'
import { meterBindings, meterStorage, tellUsage, usage } from './meter.ts'

/** The product, and beside it a door that tells what it used. */
export class ConsultationRoom extends BuiltRoom {
  constructor(ctx: DurableObjectState, env: Env) {
    meterBindings(env as never)
    meterStorage(ctx.storage)
    super(ctx, env)
  }
  override fetch(request: Request): Response {
    usage.object.requests++
    return super.fetch(request)
  }
  override notify(message: Parameters<BuiltRoom['notify']>[0]): void {
    usage.object.requests++
    super.notify(message)
  }
  override consentChanged(...told: Parameters<BuiltRoom['consentChanged']>): void {
    usage.object.requests++
    super.consentChanged(...told)
  }
  override webSocketMessage(socket: WebSocket, data: ArrayBuffer | string): void {
    usage.object.messages++
    super.webSocketMessage(socket, data)
  }
  override alarm(info?: AlarmInvocationInfo): void {
    usage.object.requests++
    usage.object.alarms++
    super.alarm(info)
  }
}

export default {
  fetch(request, env, context) {
    const { pathname, searchParams } = new URL(request.url)
    if (pathname === '/bench/usage') return tellUsage()
    if (pathname === '/bench/hurry') {
      hurry(Number(searchParams.get('by')))
      return new Response()
    }
    usage.requests++
    meterBindings(env as never)
    return built.fetch(request, env, context)
  },
  queue(batch, env, context) {
    usage.requests++
    usage.queues.delivered += batch.messages.length
    meterBindings(env as never)
    return built.queue(batch, env, context)
  },
  scheduled(event, env, context) {
    usage.requests++
    meterBindings(env as never)
    return built.scheduled(event, env, context)
  },
} satisfies ExportedHandler<Env>
