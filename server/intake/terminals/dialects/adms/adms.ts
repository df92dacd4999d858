import type { IncomingMessage } from 'node:http';
import { isPacked } from '../../body.ts';
import type { WayIn } from '../../wayIn.ts';
import { admit } from './admission.ts';
import { answer } from './exchange.ts';
import { isTerminalPath } from './request.ts';

const TERMINAL_ROUTE = '/iclock/terminal';

/** Fastify's rewriteUrl: leads every shape of a terminal's path to one route, which reads the original request. */
export const terminalAddress = (request: IncomingMessage): string =>
  isTerminalPath((request.url ?? '/').split('?')[0] ?? '/') ? TERMINAL_ROUTE : (request.url ?? '/');

/** ADMS push: terminals that call by their serial number and take commands. */
export const adms: WayIn = {
  url: TERMINAL_ROUTE,
  method: ['GET', 'POST', 'PUT', 'HEAD'],
  admit: async (request, services, arrival) => {
    const admitted = await admit(request, services, arrival);
    if ('status' in admitted) return admitted;
    return {
      terminal: admitted.terminal,
      isUnreadable: (body) => admitted.request.endpoint === 'cdata' && isPacked(body),
      answer: (body) => answer({ ...admitted, method: request.method, body }),
    };
  },
};
