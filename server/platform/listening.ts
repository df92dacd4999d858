import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from './config.ts';

type Place = Pick<Config, 'host' | 'port'>;

/** Returns the error of a port that is in use, or undefined; throws one line that names HOST or PORT when the server cannot listen there at all. */
export async function portInUse({ host, port }: Place): Promise<Error | undefined> {
  const probe = createServer();
  try {
    probe.listen({ host, port });
    await once(probe, 'listening');
  } catch (error) {
    const explained = explainListening({ host, port }, error);
    if (codeOf(error) === 'EADDRINUSE') return explained;
    throw explained;
  } finally {
    probe.close();
  }
  return undefined;
}

/** Returns why the server cannot listen, as one line that names the variable to change. */
export function explainListening({ host, port }: Place, error: unknown): Error {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new Error(`port ${port} of ${host} is in use by another program. Choose another PORT, or stop that one.`);
    case 'EACCES':
      return new Error(`port ${port} of ${host} may not be used by this user. Choose a PORT above 1023.`);
    case 'EADDRNOTAVAIL':
      return new Error(`HOST ${host} is no address of this machine. 0.0.0.0 means all it has, 127.0.0.1 itself alone.`);
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new Error(`HOST ${host} is not known here. It is an address of this machine, or 0.0.0.0 for all it has.`);
    default:
      return error instanceof Error ? error : new Error(String(error));
  }
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined);
