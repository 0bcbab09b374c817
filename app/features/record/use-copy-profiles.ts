import { useCallback, useEffect, useState } from 'react'
import { api, read, whyOf } from '#app/lib/api.ts'
import { changeSettings, useSettings } from '#app/lib/settings.ts'
import { type CopyProfile, copyProfiles } from '#domain/account/settings.ts'
import {
  copyProfileReply,
  copyProfilesReply,
  type OwnCopyProfile,
  removedCopyProfileReply,
} from '#domain/record/text/copy-profile.ts'

const calls = api.api['copy-profiles']
const isBuiltIn = (chosen: string): chosen is CopyProfile => copyProfiles.some((one) => one === chosen)
/** Returns false if the device did not store the choice. */
const choose = (copyProfile: string): boolean => changeSettings('interface', { copyProfile })

/**
 * The profiles of the account, loaded when the dialog opens or the chosen one is among them. The choice stays on the
 * device. Until the chosen one is loaded, and if it was removed elsewhere, `chosen` is one field.
 */
export function useCopyProfiles(open: boolean) {
  const setting = useSettings().interface.copyProfile
  const [own, setOwn] = useState<readonly OwnCopyProfile[] | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const isNeeded = open || !isBuiltIn(setting)
  const load = useCallback(async (): Promise<readonly OwnCopyProfile[] | null> => {
    try {
      const { items } = await read(calls.$get(), copyProfilesReply)
      setOwn(items)
      setFailure(null)
      return items
    } catch (error) {
      setFailure(whyOf(error))
      return null
    }
  }, [])
  useEffect(() => {
    if (isNeeded) void load()
  }, [isNeeded, load])
  const chosenOf = (all: readonly OwnCopyProfile[] | null): CopyProfile | OwnCopyProfile =>
    isBuiltIn(setting) ? setting : (all?.find(({ id }) => id === setting) ?? 'one')
  const chosen = chosenOf(own)
  return {
    own,
    failure,
    load,
    chosen,
    /** Returns the chosen profile, loading it first if it is one of the account; null if that fails. */
    ready: async () => {
      if (own !== null || isBuiltIn(setting)) return chosen
      const all = await load()
      return all && chosenOf(all)
    },
    choose,
    save: async ({ id, ...json }: OwnCopyProfile) => {
      await read(calls[':id'].$put({ param: { id }, json }), copyProfileReply)
      await load()
      choose(id)
    },
    remove: async (id: string) => {
      await read(calls[':id'].$delete({ param: { id } }), removedCopyProfileReply)
      choose('one')
      await load()
    },
  }
}
