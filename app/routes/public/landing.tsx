import { Benefits, Facts, HeroCard, ProofMarks, Specialties } from '#app/features/public/benefits.tsx'
import { CallToAction, Closing, guaranteeOf } from '#app/features/public/closing.tsx'
import { Faq, faqEntries } from '#app/features/public/faq.tsx'
import { claimsIn, faqData, organizationData, pageMeta, productData } from '#app/features/public/page-meta.ts'
import { PlanCards } from '#app/features/public/plan-cards.tsx'
import { Section, SectionHead, TextLink } from '#app/features/public/section.tsx'
import { Solution } from '#app/features/public/solution.tsx'
import { useVisit, type WaysIn, waysIn } from '#app/features/public/ways-in.ts'
import { appPath } from '#app/lib/app-path.ts'
import { leaveWhenSignedIn } from '../session.ts'
import type { Route } from './+types/landing'

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Relato · A consulta vira prontuário',
    description:
      'O Relato transcreve a consulta ao vivo e escreve o registro por especialidade. Cada frase mostra de onde veio. Teste por 14 dias, sem cartão.',
    path: '/landing',
    data: [productData(), organizationData(), faqData(faqEntries(claimsIn(matches)))],
  })

export async function loader({ context, request, url }: Route.LoaderArgs) {
  await leaveWhenSignedIn(context, request, url)
  const redirect = appPath(url.searchParams.get('redirect'))
  return { ways: waysIn(redirect), cameForApp: redirect !== null }
}

export default function Landing({ loaderData: { ways, cameForApp } }: Route.ComponentProps) {
  const { claims } = useVisit()
  const guarantee = guaranteeOf(claims)
  return (
    <>
      {cameForApp && <CameForApp ways={ways} />}
      <div className="mx-auto max-w-page px-5 sm:px-6">
        <section className="grid items-center gap-10 py-10 lg:grid-cols-hero lg:gap-14 lg:pt-16 lg:pb-20">
          <div>
            <h1 className="font-serif text-2xl leading-display font-medium tracking-tighter text-balance lg:text-3xl">
              <span className="block">A consulta vira prontuário.</span>{' '}
              <span className="block">Você olha para o paciente.</span>
            </h1>
            <p className="mt-5 mb-7 max-w-measure-md text-lg leading-relaxed text-pretty text-ink-2 lg:text-lg">
              O Relato transcreve a conversa ao vivo e escreve o registro por especialidade. Cada frase mostra de onde
              veio. O que ninguém disse não entra sem você ver.
            </p>
            <CallToAction ways={ways} />
            {guarantee && <p className="mt-4 text-sm text-ink-3">{guarantee}</p>}
          </div>
          <HeroCard />
        </section>
        <Facts claims={claims} />
      </div>
      <Section id="solution">
        <SectionHead title="Três passos, da conversa à assinatura">
          Do primeiro “bom dia” ao registro assinado, sem tirar os olhos do paciente.
        </SectionHead>
        <Solution />
      </Section>
      <Section sunken>
        <SectionHead title="De onde veio esta frase?">
          Um registro clínico não pode pedir confiança cega. Aqui, toda frase é de um destes três tipos, e você vê qual.
        </SectionHead>
        <ProofMarks />
      </Section>
      <Section id="benefits">
        <SectionHead title="O que muda na sua sala">
          Feito com o cuidado que um prontuário exige: nada se perde, nada se inventa, tudo se confere.
        </SectionHead>
        <Benefits />
        <h3 className="mt-16 mb-6 font-serif text-xl leading-tight font-medium lg:mt-20">
          Nove modelos, um por jeito de atender
        </h3>
        <Specialties />
      </Section>
      <Section id="pricing" sunken>
        <SectionHead title="Preço à vista, sem pegadinha" centred>
          Comece pelo Free, ou teste o Pro por 14 dias sem cartão. {guarantee}
        </SectionHead>
        <PlanCards visit={{ ways, signedIn: false }} claims={claims} />
        <p className="mt-8 text-center">
          <a
            href={`/pricing${ways.kept}`}
            className="font-strong text-accent underline underline-offset-4 hover:text-accent-hover"
          >
            Comparar os planos em detalhe
          </a>
        </p>
      </Section>
      <Section id="faq" className="grid gap-x-14 lg:grid-cols-4-8">
        <SectionHead title="Perguntas de quem atende">
          Não achou a sua? <TextLink to="/contact">Escreva para a gente</TextLink>.
        </SectionHead>
        <Faq entries={faqEntries(claims)} />
      </Section>
      <Closing ways={ways} claims={claims} />
    </>
  )
}

const CameForApp = ({ ways }: { ways: WaysIn }) => (
  <div className="border-b border-line bg-accent-soft">
    <p className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 sm:px-6">
      Entre na sua conta para continuar de onde parou.
      <a href={ways.signIn} className="font-semibold text-accent underline underline-offset-4">
        Entrar
      </a>
      <a href={ways.signUp} className="font-semibold text-accent underline underline-offset-4">
        Criar conta
      </a>
    </p>
  </div>
)
