import { api, read } from '#app/lib/api.ts'
import { notificationsReply } from '#domain/notification/contract.ts'

/** `known`: the version of the list on the screen. */
export const getNotifications = (known: string | undefined) =>
  read(api.api.notifications.$get({ query: known === undefined ? {} : { known } }), notificationsReply)
