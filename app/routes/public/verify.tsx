import { CircleCheck, CircleX, SearchX } from 'lucide-react'
import type { ReactNode } from 'react'
import { data } from 'react-router'
import { PageHead } from '#app/features/public/section.tsx'
import { ApiFailure, read } from '#app/lib/api.ts'
import { apiOf } from '#app/lib/server-context.ts'
import { groupedCode, readCode } from '#domain/document/code.ts'
import { type Verified, verifyReply } from '#domain/document/contract.ts'
import { documentNames } from '#domain/document/kind.ts'
import { isChainVerified, timeSource } from '#domain/document/signature.ts'
import type { Route } from './+types/verify'

export const meta = () => [{ title: 'Conferir documento · Relato' }, { name: 'robots', content: 'noindex' }]

/** `typed`: the code as the visitor wrote it, to be corrected. */
type Found = { document: Verified | null; refusal: string | null; typed: string }

/** Without a code in the address, the page asks for one: a form sends it in the query. */
export async function loader({ context, request, params, url }: Route.LoaderArgs) {
  const typed = params.code ?? url.searchParams.get('codigo')
  if (typed === null) return data<Found>({ document: null, refusal: null, typed: '' })
  const code = readCode(typed)
  try {
    const call = apiOf(context, request).api.verify[':code'].$get({ param: { code: code ?? '-' } })
    return data<Found>({ document: await read(call, verifyReply), refusal: null, typed })
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error
    const refusal = error.code === 'document_not_found' ? 'Nenhum documento do Relato tem este código.' : error.message
    return data<Found>({ document: null, refusal, typed }, { status: error.status || 503 })
  }
}

export default function Verify({ loaderData: { document, refusal, typed } }: Route.ComponentProps) {
  return (
    <>
      <PageHead title="Conferir documento">
        Veja se um documento emitido com o Relato é verdadeiro e continua válido. Aqui não aparece nenhum dado do
        paciente.
      </PageHead>
      <div className="mx-auto max-w-page px-5 pb-20 sm:px-6">
        {document && <Result document={document} code={readCode(typed) ?? ''} />}
        {refusal && (
          <Card tone="bg-rec-soft" icon={<SearchX aria-hidden className="size-6 shrink-0 text-rec" />} title={refusal}>
            <p>Confira as letras do código, impresso ao lado do QR code, e corrija abaixo.</p>
          </Card>
        )}
        {!document && <CodeForm typed={typed} />}
      </div>
    </>
  )
}

const states = {
  valid: { title: 'Documento válido', tone: 'bg-ok-soft', isValid: true },
  cancelled: { title: 'Documento cancelado', tone: 'bg-rec-soft', isValid: false },
  replaced: { title: 'Documento cancelado e substituído', tone: 'bg-rec-soft', isValid: false },
}

function Result({ document, code }: { document: Verified; code: string }) {
  const { title, tone, isValid } = states[document.state]
  const Icon = isValid ? CircleCheck : CircleX
  const facts = [
    ['Documento', `${documentNames[document.kind].title} nº ${document.number}`],
    ...(document.replaced_by === null ? [] : [['Substituído por', `nº ${document.replaced_by}`]]),
    ['Médico', `${document.doctor_name}, CRM ${document.crm}`],
    ['Emitido em', document.issued_on],
    ...document.signatures.map(({ signer, signed_on, time }) => [
      'Assinado digitalmente por',
      `${signer}, em ${signed_on} (${timeSource[time]})`,
    ]),
  ]
  return (
    <Card
      tone={tone}
      icon={<Icon aria-hidden className={isValid ? 'size-6 shrink-0 text-ok' : 'size-6 shrink-0 text-rec'} />}
      title={title}
    >
      <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
        {facts.map(([label, value]) => (
          <div key={`${label} ${value}`}>
            <dt className="text-sm text-ink-2">{label}</dt>
            <dd className="font-medium wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-4 text-sm wrap-anywhere">
        {`Código de conferência: ${groupedCode(code)}. No papel, o SHA-256 começa com ${document.hash_prefix}.`}
      </p>
      <p className="mt-2 text-sm text-ink-2">
        Compare número, médico e data com o papel. O papel vale com a assinatura do médico.
      </p>
      {document.signatures.length > 0 && <SignatureNote isVerified={isChainVerified(document.signatures)} />}
      <a href="/verificar" className="mt-2 inline-flex min-h-11 items-center underline underline-offset-4">
        Conferir outro documento
      </a>
    </Card>
  )
}

/** Says what the digital signature proves, and what the product did not verify. */
const SignatureNote = ({ isVerified }: { isVerified: boolean }) => (
  <p className={isVerified ? 'mt-2 text-sm text-ink-2' : 'mt-3 rounded-m bg-warn-soft px-4 py-3 text-sm'}>
    {isVerified
      ? 'Este documento tem também um PDF assinado digitalmente: vale o arquivo, não a impressão dele. O certificado leva a uma raiz aceita. Revogação não verificada.'
      : 'Este documento tem também um PDF assinado digitalmente. Cadeia não verificada: o nome de quem assinou não foi confirmado por uma autoridade. Revogação não verificada.'}{' '}
    Confira o arquivo também em validar.iti.gov.br.
  </p>
)

type CardProps = { tone: string; icon: ReactNode; title: string; children: ReactNode }

const Card = ({ tone, icon, title, children }: CardProps) => (
  <section className="mb-8 max-w-measure-lg overflow-hidden rounded-l border border-line bg-surface">
    <h2 className={`flex items-center gap-3 px-5 py-4 text-lg font-semibold ${tone}`}>
      {icon}
      {title}
    </h2>
    <div className="px-5 py-5">{children}</div>
  </section>
)

/** Works without a script: the browser sends it. */
const CodeForm = ({ typed }: { typed: string }) => (
  <form method="get" action="/verificar" className="flex max-w-measure-lg flex-wrap items-end gap-3">
    <label className="flex min-w-0 flex-1 basis-75 flex-col gap-1.5">
      <span className="text-sm font-strong">Código do documento</span>
      <input
        name="codigo"
        required
        defaultValue={typed}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        className="h-11 min-w-0 rounded-s border border-control bg-surface px-3 text-ink"
      />
    </label>
    <button
      type="submit"
      className="inline-flex h-11 items-center rounded-s border border-accent bg-accent px-5 font-strong text-on-accent hover:border-accent-hover hover:bg-accent-hover"
    >
      Conferir
    </button>
  </form>
)
