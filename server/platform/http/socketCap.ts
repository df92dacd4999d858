import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { networkOf } from './network.ts';
import { proxyMatcher } from './trustedProxies.ts';

/** The sockets that one subscriber may have open at once: enough for several shops behind one address, but not for a flood. */
export const SOCKETS_PER_ADDRESS = 200;

/** Returns true if there is room for one more socket of its address, and counts it until it closes. */
export type Admit = (socket: Pick<Socket, 'remoteAddress' | 'once'>) => boolean;

export function capSockets(
  most: number,
  isExempt: (host: string) => boolean = () => false,
  isProxy: (address: string) => boolean = () => false,
): Admit {
  const open = new Map<string, number>();
  return (socket) => {
    const { host } = networkOf(socket.remoteAddress ?? '');
    if (isExempt(host) || isProxy(socket.remoteAddress ?? '')) return true;
    const count = open.get(host) ?? 0;
    if (count >= most) return false;
    open.set(host, count + 1);
    socket.once('close', () => {
      const left = (open.get(host) ?? 1) - 1;
      if (left > 0) open.set(host, left);
      else open.delete(host);
    });
    return true;
  };
}

/** A trusted proxy's sockets are those of many clients, which the proxy has to limit; sockets of this machine belong to a proxy or are no threat. */
export function socketCapOf({ trustProxy }: Pick<Config, 'trustProxy'>): Admit {
  const isProxy = trustProxy === false ? () => false : proxyMatcher(trustProxy);
  return capSockets(SOCKETS_PER_ADDRESS, (host) => /^(127\.|0:0:0:0::\/64$)/.test(host), isProxy);
}
