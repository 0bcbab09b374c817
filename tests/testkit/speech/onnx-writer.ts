// Just enough protobuf to write an ONNX file (field numbers of onnx.proto, IR version 8, opset 13).

function varint(value: number): number[] {
  const bytes: number[] = []
  let rest = value
  while (rest > 127) {
    bytes.push((rest % 128) | 128)
    rest = Math.floor(rest / 128)
  }
  return [...bytes, rest]
}

const join = (parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts))

const int = (field: number, value: number): Uint8Array => Uint8Array.from([...varint(field * 8), ...varint(value)])

function bytes(field: number, value: Uint8Array | string): Uint8Array {
  const body = typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'utf8')) : value
  return join([Uint8Array.from([...varint(field * 8 + 2), ...varint(body.length)]), body])
}

const message = (field: number, ...parts: Uint8Array[]): Uint8Array => bytes(field, join(parts))

const ELEMENT = { float: 1, int32: 6, int64: 7 } as const
const ATTRIBUTE_INT = 2
const ATTRIBUTE_INTS = 7

export const attribute = {
  int: (name: string, value: number) => join([bytes(1, name), int(3, value), int(20, ATTRIBUTE_INT)]),
  ints: (name: string, values: readonly number[]) =>
    join([bytes(1, name), ...values.map((value) => int(8, value)), int(20, ATTRIBUTE_INTS)]),
}

export function node(
  operator: string,
  inputs: readonly string[],
  outputs: readonly string[],
  attributes: readonly Uint8Array[] = [],
): Uint8Array {
  return join([
    ...inputs.map((name) => bytes(1, name)),
    ...outputs.map((name) => bytes(2, name)),
    bytes(4, operator),
    ...attributes.map((body) => bytes(5, body)),
  ])
}

export const tensor = {
  float: (name: string, dims: readonly number[], values: Float32Array) =>
    join([
      ...dims.map((dim) => int(1, dim)),
      int(2, ELEMENT.float),
      bytes(8, name),
      bytes(9, new Uint8Array(values.buffer, values.byteOffset, values.byteLength)),
    ]),
  int64: (name: string, dims: readonly number[], values: readonly number[]) =>
    join([
      ...dims.map((dim) => int(1, dim)),
      int(2, ELEMENT.int64),
      bytes(8, name),
      bytes(9, new Uint8Array(BigInt64Array.from(values, BigInt).buffer)),
    ]),
}

export function inputOutput(name: string, type: keyof typeof ELEMENT, shape: readonly number[]): Uint8Array {
  const dimensions = shape.map((size) => message(1, int(1, size)))
  return join([bytes(1, name), message(2, message(1, int(1, ELEMENT[type]), message(2, ...dimensions)))])
}

export interface OnnxParts {
  nodes: readonly Uint8Array[]
  initializers: readonly Uint8Array[]
  inputs: readonly Uint8Array[]
  outputs: readonly Uint8Array[]
  metadata: Readonly<Record<string, string | number>>
}

export function onnxModel({ nodes, initializers, inputs, outputs, metadata }: OnnxParts): Uint8Array {
  const graph = [
    ...nodes.map((body) => bytes(1, body)),
    bytes(2, 'tiny'),
    ...initializers.map((body) => bytes(5, body)),
    ...inputs.map((body) => bytes(11, body)),
    ...outputs.map((body) => bytes(12, body)),
  ]
  return join([
    int(1, 8),
    message(7, ...graph),
    message(8, bytes(1, ''), int(2, 13)),
    ...Object.entries(metadata).map(([key, value]) => message(14, bytes(1, key), bytes(2, String(value)))),
  ])
}
