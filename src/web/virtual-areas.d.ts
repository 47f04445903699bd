// The parts of the register that `areas-build.ts` makes.

declare module 'virtual:areas' {
  export const heads: readonly import('#shared/kit/area.ts').AreaHead[]
  export const rights: import('#shared/kit/packed-policy.ts').PackedPolicy
  /** The parts that lists need, by language and area. */
  export const lists: Record<
    import('#shared/kit/text.ts').Language,
    Record<string, () => Promise<import('#web/register.ts').AreaPart>>
  >
}

declare module 'virtual:area-bodies' {
  export const bodies: import('#web/register.ts').Bodies
}

declare module 'virtual:area-names/en' {
  export const texts: Record<string, unknown>
}

declare module 'virtual:area-names/zh' {
  export const texts: Record<string, unknown>
}
