import { spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { Journal } from './journal.ts';
import { attlogLine, type FaultRow, givenDatabase, givenSite, pause, recoveryOf, ServerProcess } from './rig.ts';

/** Sockets that send their headers byte by byte, or nothing: they must be closed, and everybody else answered meanwhile. */
export async function slowClients(sockets: number): Promise<FaultRow> {
  const server = await ServerProcess.create();
  const waits: number[] = [];
  let errors = 0;
  try {
    await server.start();
    const site = await givenSite(server);
    const port = Number(new URL(server.origin).port);
    let open = 0;
    const slow = Array.from({ length: sockets }, (_, n) => {
      // From so many addresses that no limit per address applies.
      const localAddress = `127.0.${1 + (n % 5)}.${1 + (n % 250)}`;
      const socket = connect({ port, host: '127.0.0.1', localAddress }, () => {
        open++;
        socket.write(
          n % 2 === 0
            ? 'GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: '
            : 'POST /v2/session HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{',
        );
      });
      socket.on('error', () => undefined);
      socket.on('close', () => open--);
      const drip = setInterval(() => socket.write('a', () => undefined), 1_000);
      socket.on('close', () => clearInterval(drip));
      return socket;
    });
    const end = Date.now();
    const journal = new Journal();
    let sent = 0;
    const started = performance.now();
    while (performance.now() - started < 20_000 && (open > 0 || sent < 400)) {
      const asked = performance.now();
      const reply = await fetch(`${server.origin}/healthz`).catch(() => undefined);
      if (!reply?.ok) errors++;
      waits.push(performance.now() - asked);
      if (
        (await journal.post(
          server,
          site,
          Array.from({ length: 20 }, (_, n) => attlogLine(sent + n, end)),
        )) === 'acknowledged'
      )
        sent += 20;
      await pause(200);
    }
    const left = open;
    for (const socket of slow) socket.destroy();
    const { lost, doubled } = await journal.judge(server, site);
    return {
      fault: 'slow headers and bodies',
      tried: `${sockets} sockets of ${Math.min(sockets, 250)} addresses, ${left} still open after 20 s`,
      acknowledged: journal.acknowledged,
      lost,
      doubled,
      serverErrors: errors,
      recovery: `/healthz meanwhile ${recoveryOf(waits)}`,
    };
  } finally {
    await server.remove();
  }
}

/** A second process on the same data directory must end at once and name the first, which continues. */
export async function secondProcess(): Promise<FaultRow> {
  const server = await ServerProcess.create();
  try {
    await server.start();
    const site = await givenSite(server);
    const started = performance.now();
    const second = spawnSync(process.execPath, ['server/main.ts'], {
      env: { ...process.env, PORT: '0', DATA_DIR: server.dataDir, LOG_LEVEL: 'error' },
      encoding: 'utf8',
      timeout: 120_000,
    });
    const took = performance.now() - started;
    const said = `${second.stdout}${second.stderr}`;
    const clear = second.status === 1 && /\b\d{2,}\b/.test(said) && said.trim().split('\n').length <= 2;
    const journal = new Journal();
    const posted = await journal.post(
      server,
      site,
      Array.from({ length: 50 }, (_, n) => attlogLine(n, Date.now())),
    );
    const { lost, doubled } = await journal.judge(server, site);
    return {
      fault: 'second process on the data directory',
      tried: '1 start',
      acknowledged: journal.acknowledged,
      lost: posted === 'acknowledged' ? lost : 50,
      doubled,
      serverErrors: clear ? 0 : 1,
      recovery: `refused after ${Math.round(took)} ms`,
    };
  } finally {
    await server.remove();
  }
}

/** PostgreSQL is stopped hard and started again while two processes store punches in it (and several processes). */
export async function databaseRestarts(
  restarts: number,
  postgres: { url: string; restart(): void },
): Promise<FaultRow> {
  const env = await givenDatabase(postgres.url);
  const servers = [await ServerProcess.create(env), await ServerProcess.create(env)] as const;
  const recoveries: number[] = [];
  let refusedWhileUp = 0;
  try {
    await servers[0].start();
    await servers[1].start();
    const site = await givenSite(servers[0], 'FAULT0003');
    const end = Date.now();
    const journal = new Journal();
    let sent = 0;
    const deliver = async (server: ServerProcess) => {
      const batch = Array.from({ length: 20 }, (_, n) => attlogLine(sent + n, end));
      const outcome = await journal.post(server, site, batch);
      if (outcome === 'acknowledged') sent += 20;
      return outcome;
    };
    for (let round = 0; round < restarts; round++) {
      for (let n = 0; n < 10; n++)
        if ((await deliver(servers[n % 2 === 0 ? 0 : 1])) !== 'acknowledged') refusedWhileUp++;
      postgres.restart();
      const back = performance.now();
      for (const server of servers) {
        while ((await deliver(server)) !== 'acknowledged') {
          if (performance.now() - back > 30_000) throw new Error('The server did not find its database again');
          await pause(50);
        }
      }
      recoveries.push(performance.now() - back);
    }
    const { lost, doubled } = await journal.judge(servers[1], site);
    return {
      fault: 'PostgreSQL stopped hard, two processes',
      tried: `${restarts} restarts`,
      acknowledged: journal.acknowledged,
      lost,
      doubled,
      serverErrors: refusedWhileUp,
      recovery: recoveryOf(recoveries),
    };
  } finally {
    for (const server of servers) await server.remove();
  }
}
