import { Clock, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { site, supportHours } from '#domain/site.ts'

const { email, phone } = site.support
const link = 'font-strong text-accent underline decoration-transparent underline-offset-2 hover:decoration-current'

/** The channels and hours of support, on the public pages and in the app. */
export const SupportFacts = () => (
  <ul className="flex flex-col gap-1.5 text-sm">
    <Fact icon={<Mail aria-hidden />}>
      <a href={`mailto:${email.value}`} className={link}>
        {email.value}
      </a>
    </Fact>
    <Fact icon={<Phone aria-hidden />}>
      <a href={`tel:${phone.value.link}`} className={link}>
        {phone.value.shown}
      </a>
    </Fact>
    <Fact icon={<Clock aria-hidden />}>{supportHours}</Fact>
  </ul>
)

const Fact = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex min-h-7 items-center gap-2.5 text-ink-2 [&_svg]:size-4.25 [&_svg]:shrink-0 [&_svg]:text-ink-3">
    {icon}
    {children}
  </li>
)
