import { useRevalidator } from 'react-router'
import type { z } from 'zod/mini'
import { OpenConsultations, TodayConsultations } from '#app/features/consultation/consultations-aside.tsx'
import { useFinishingHere } from '#app/features/recording/screen/use-finishing-here.ts'
import { UsagePanel } from '#app/features/subscription/usage-panel.tsx'
import { ErrorState } from '#app/ui/states.tsx'
import type { openConsultationsReply } from '#domain/consultation/contract.ts'
import type { Usage } from '#domain/subscription/contract.ts'
import type { Loaded } from '../session.ts'

type Props = {
  lists: Loaded<z.infer<typeof openConsultationsReply>>
  usage: Loaded<Usage>
  now: number
}

/** The column beside a new consultation: open consultations, today's, and the use of the plan. */
export function DashboardAside({ lists, usage, now }: Props) {
  const { revalidate, state } = useRevalidator()
  const again = { onRetry: revalidate, busy: state === 'loading' }
  const { data } = lists
  const others = data?.open.slice(1) ?? []
  const finishing = useFinishingHere(others.map(({ id }) => id))
  return (
    // Open consultations come before a new one, also in one column.
    <div className="flex flex-col gap-4 max-lg:contents">
      {data ? (
        <>
          <div className="empty:hidden max-lg:order-first">
            <OpenConsultations consultations={others} finishing={finishing} now={now} />
          </div>
          <TodayConsultations consultations={data.today.filter(({ status }) => status === 'completed')} />
        </>
      ) : (
        <ErrorState message={lists.failure ?? ''} {...again} />
      )}
      {usage.data && <UsagePanel usage={usage.data} />}
      {usage.failure && data && <ErrorState message={usage.failure} className="py-6" {...again} />}
    </div>
  )
}
