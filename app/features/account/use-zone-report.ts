import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { api, read } from '#app/lib/api.ts'
import { deviceZone } from '#app/lib/zone.tsx'
import { type Profile, profileReply } from '#domain/account/contract.ts'

/** Reports the device's time zone if the profile has another: the server formats printed times and 'today'. */
export function useZoneReport(profile: Profile | null): void {
  const { revalidate } = useRevalidator()
  const stored = profile?.time_zone
  useEffect(() => {
    const zone = deviceZone()
    if (stored === undefined || zone === null || zone === stored) return
    read(api.api.profile.$patch({ json: { time_zone: zone } }), profileReply).then(
      () => revalidate(),
      // The next page reports it again.
      () => {},
    )
  }, [stored, revalidate])
}
