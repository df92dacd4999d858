/** A limit on the bytes of bodies in memory at once: of the process, and of one address. */
export type ByteBudget = {
  /** Reserves bytes; returns false and reserves nothing when they exceed the limit. */
  take(host: string, bytes: number): boolean;
  give(host: string, bytes: number): void;
};

export function createByteBudget({ total, perHost }: { total: number; perHost: number }): ByteBudget {
  const hosts = new Map<string, number>();
  let taken = 0;
  return {
    take(host, bytes) {
      const own = (hosts.get(host) ?? 0) + bytes;
      if (taken + bytes > total || own > perHost) return false;
      taken += bytes;
      hosts.set(host, own);
      return true;
    },
    give(host, bytes) {
      taken -= bytes;
      const left = (hosts.get(host) ?? 0) - bytes;
      if (left > 0) hosts.set(host, left);
      else hosts.delete(host);
    },
  };
}
