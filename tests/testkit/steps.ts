import fc from 'fast-check'

type Arbitraries<Given> = { [I in keyof Given]: fc.Arbitrary<Given[I]> }
type Kind<World> = {
  [Name in keyof World]: World[Name] extends (...given: infer Given) => void
    ? [weight: number, name: Name, ...given: Arbitraries<Given>]
    : never
}[keyof World]

/** Returns one step of a random schedule: a method of the world with its arguments, drawn by weight. */
export const stepsOf = <World>(...kinds: Kind<World>[]) =>
  fc.oneof(
    ...kinds.map(([weight, name, ...arbitraries]) => ({
      weight,
      arbitrary: fc.tuple(...(arbitraries as fc.Arbitrary<unknown>[])).map((given) => ({
        play: (world: World) => void (world[name] as (...given: unknown[]) => void).call(world, ...given),
        [fc.toStringMethod]: () => `${String(name)}(${given.join(', ')})`,
      })),
    })),
  )
