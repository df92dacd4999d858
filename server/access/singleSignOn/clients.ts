import { words } from '#contract/platform/words.ts';
import { notFound } from '../../platform/http/errors.ts';
import type { Services } from '../../platform/services.ts';
import { createClient, type ProviderClient } from './client.ts';

export type Clients = ReturnType<typeof createClients>;

/** Returns the clients of all providers of the installation. */
export function createClients(services: Pick<Services, 'config' | 'clock' | 'log'>) {
  const { providers, apiHost, publicUrl } = services.config;
  const all = providers.map((provider) => createClient(provider, services));
  const find = (id: string): ProviderClient | undefined => all.find(({ provider }) => provider.id === id);
  return {
    all,
    find,
    ofIssuer: (issuer: string) => all.find(({ provider }) => provider.issuer === issuer),
    /** Throws NOT_FOUND for an unknown provider. */
    require(id: string): ProviderClient {
      const client = find(id);
      if (!client) throw notFound(words('Provider not found'));
      return client;
    },
    /** The address to which a provider sends browsers back; the provider knows it. */
    redirectUri: (id: string) =>
      `${(apiHost || publicUrl).replace(/\/$/, '')}/v2/session/single-sign-on/${id}/callback`,
  };
}
