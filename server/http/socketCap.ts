import type { Socket } from 'node:net';
import type { Config } from '../config.ts';
import { networkOf } from './network.ts';

/** How many sockets one subscriber may hold open at once (S-82): several shops behind one address, not a flood. */
export const SOCKETS_PER_ADDRESS = 200;

/** Is there room for one more socket of its address? It is counted until it closes. */
export type Admit = (socket: Pick<Socket, 'remoteAddress' | 'once'>) => boolean;

export function capSockets(most: number, isExempt: (address: string) => boolean = () => false): Admit {
  const open = new Map<string, number>();
  return (socket) => {
    const { host } = networkOf(socket.remoteAddress ?? '');
    if (isExempt(host)) return true;
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

/** Behind a proxy all sockets are the proxy's, which has to count for itself; this machine's own are a proxy or nobody's concern. */
export const socketCapOf = ({ trustProxy }: Pick<Config, 'trustProxy'>): Admit =>
  capSockets(SOCKETS_PER_ADDRESS, (host) => trustProxy !== false || /^(127\.|0:0:0:0::\/64$)/.test(host));
