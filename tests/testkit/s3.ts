import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { AwsV4Signer } from 'aws4fetch'
import { listen } from './network.ts'

/** A key of the stand-in; each may list. */
export type S3Key = { id: string; secret: string; may: readonly ('GET' | 'PUT')[] }
type S3File = { content: Buffer; headers: Record<string, string> }
/** Less than a test lists, so that lists have pages. */
const PAGE = 50

/** A stand-in for a provider with the S3 protocol: any bucket, its files in memory, and signatures that must be right. */
export async function startS3(keys: readonly S3Key[]) {
  const files = new Map<string, S3File>()
  const requests: string[] = []
  /** How many of the next connections break before an answer. */
  const faults = { broken: 0 }
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const { pathname, searchParams } = new URL(url, 'http://s3')
    const body = await buffer(request)
    if (faults.broken > 0) {
      faults.broken--
      return void request.socket.destroy()
    }
    const key = keys.find(({ id }) => request.headers.authorization?.includes(`Credential=${id}/`))
    requests.push(`${key?.id} ${method} ${pathname}`)
    const isList = searchParams.get('list-type') === '2'
    const deny = (status: number, code: string) => response.writeHead(status).end(`<Error><Code>${code}</Code></Error>`)
    if (!key || !(await isSigned(request, key))) return deny(403, 'SignatureDoesNotMatch')
    if (!isList && !key.may.some((one) => one === method)) return deny(403, 'AccessDenied')
    if (isList) return response.end(listOf(files, `${pathname}/`, searchParams))
    const name = decodeURIComponent(pathname)
    if (method === 'PUT') {
      const sum = createHash('sha256').update(body).digest('hex')
      if (request.headers['x-amz-content-sha256'] !== sum) return deny(400, 'XAmzContentSHA256Mismatch')
      const stored = Object.entries(request.headers).filter(([header]) => /^(content-type|x-amz-meta-)/.test(header))
      files.set(name, { content: body, headers: Object.fromEntries(stored) as Record<string, string> })
      return response.end()
    }
    const file = files.get(name)
    return file ? response.writeHead(200, file.headers).end(file.content) : deny(404, 'NoSuchKey')
  })
  const { port, close } = await listen(server)
  return { url: `http://127.0.0.1:${port}`, files, requests, faults, close }
}

const etagOf = ({ content }: S3File) => createHash('md5').update(content).digest('hex')

function listOf(files: ReadonlyMap<string, S3File>, root: string, query: URLSearchParams): string {
  const after = query.get('continuation-token') ?? ''
  const names = [...files.keys()]
    .filter((name) => name.startsWith(root + (query.get('prefix') ?? '')) && name > after)
    .sort()
  const page = names.slice(0, PAGE).map((name) => {
    const file = files.get(name) as S3File
    const key = name.slice(root.length).replaceAll('&', '&amp;')
    return `<Contents><Key>${key}</Key><ETag>&quot;${etagOf(file)}&quot;</ETag><Size>${file.content.length}</Size></Contents>`
  })
  const next = names.length > PAGE ? `<NextContinuationToken>${names[PAGE - 1]}</NextContinuationToken>` : ''
  return `<ListBucketResult>${page.join('')}${next}</ListBucketResult>`
}

/** Signs the request again as its sender should have. */
async function isSigned(
  { method = 'GET', url = '', headers }: IncomingMessage,
  { id, secret }: S3Key,
): Promise<boolean> {
  const { authorization = '', host = '' } = headers
  const [, region, names = ''] = /Credential=[^/]+\/\d+\/([^/]+)\/.*SignedHeaders=([^,]+)/.exec(authorization) ?? []
  if (region === undefined) return false
  const signer = new AwsV4Signer({
    ...{ method, url: `http://${host}${url}`, accessKeyId: id, secretAccessKey: secret, service: 's3', region },
    headers: Object.fromEntries(
      names.split(';').flatMap((name) => (name === 'host' ? [] : [[name, String(headers[name])]])),
    ),
    datetime: String(headers['x-amz-date']),
    allHeaders: true,
  })
  return (await signer.sign()).headers.get('authorization') === authorization
}
