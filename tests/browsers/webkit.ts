import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { freePort } from '../../scripts/freePort.ts';
import { type TestBrowser, until } from './tab.ts';

/** The programs of the system that it takes: the driver, its browser, and a display. */
export type WebKit = { driver: string; browser: string };

const reply = z.object({ value: z.unknown() });
const failure = z.object({ error: z.string(), message: z.string() });
/** A bus that starts no service on demand: the desktop's document portal would mount a file system into the home folder, which then cannot be deleted. */
const BUS = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
const ESCAPE = '\uE00C';
const BACKSPACE = '\uE003';
/**
 * Tells whether an element rests in the view with nothing over the point that the driver will press, and notes whether the press that comes then
 * reaches it: on a page that lives, another element can come to that point before it does, which is no error to the driver.
 */
const REST = `const [element, done] = arguments;
const place = () => element.getClientRects()[0];
const text = () => JSON.stringify(place());
element.scrollIntoView({ block: 'nearest' });
const before = text();
requestAnimationFrame(() => requestAnimationFrame(() => {
  const { left, top, width, height } = place() ?? { left: -1, top: -1, width: 0, height: 0 };
  const over = document.elementFromPoint(left + width / 2, top + height / 2);
  window.tbMissed = undefined;
  const note = ({ target }) => { window.tbMissed = element.isConnected && !element.contains(target); };
  const rests = text() === before && element.contains(over);
  if (rests) addEventListener('click', note, { capture: true, once: true });
  done(rests);
}));`;
/** Kept by the page for `errors`: the driver does not tell them. */
const WATCH = "window.tbErrors ??= (addEventListener('error', ({ message }) => window.tbErrors.push(message)), [])";

/** WebKitGTK's MiniBrowser on a display of its own, driven by WebDriver. Its process group ends with `close`. */
export async function openWebKit({ driver, browser }: WebKit): Promise<TestBrowser> {
  const home = mkdtempSync(join(tmpdir(), 'tallyboard-webkit-'));
  const downloads = join(home, 'Downloads');
  mkdirSync(downloads);
  writeFileSync(join(home, 'user-dirs.dirs'), `XDG_DOWNLOAD_DIR="${downloads}"\n`);
  writeFileSync(join(home, 'bus.conf'), BUS);
  const port = await freePort();
  const running = startDriver(driver, port, home);
  const gone = new Promise((resolve) => running.once('exit', resolve));
  const end = () => {
    if (running.pid !== undefined && (running.exitCode ?? running.signalCode) === null)
      process.kill(-running.pid, 'SIGTERM');
  };
  process.once('exit', end);
  const ask = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object): Promise<unknown> => {
    const response = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      body: body && JSON.stringify(body),
    });
    const { value } = reply.parse(await response.json());
    const failed = failure.safeParse(value);
    if (!response.ok) throw new Error(failed.success ? `${failed.data.error}: ${failed.data.message}` : path);
    return value;
  };
  await until('the driver of WebKit', () => ask('GET', '/status').catch(() => undefined));
  const capabilities = {
    alwaysMatch: { 'webkitgtk:browserOptions': { binary: browser, args: ['--automation', '--geometry=1280x900'] } },
  };
  const session = z
    .object({ sessionId: z.string(), capabilities: z.object({ browserVersion: z.string() }) })
    .parse(await ask('POST', '/session', { capabilities }));
  const at = `/session/${session.sessionId}`;

  const evaluate = (expression: string) =>
    ask('POST', `${at}/execute/sync`, { script: `return (${expression})`, args: [] });
  /** Tries again until the element is there and the act succeeds. `act` gets the path of the element, and the element as scripts get it. */
  const onElement = (xpath: string, act: (path: string, element: unknown) => Promise<boolean>) =>
    until(xpath, async () => {
      try {
        const found = await ask('POST', `${at}/element`, { using: 'xpath', value: xpath });
        const [id] = Object.values(z.record(z.string(), z.string()).parse(found));
        return (await act(`${at}/element/${id}`, found)) || undefined;
      } catch {
        return undefined;
      }
    });
  const click = async (path: string, element: unknown) => {
    if ((await ask('POST', `${at}/execute/async`, { script: REST, args: [element] })) !== true) return false;
    await ask('POST', `${path}/click`, {});
    // A page that came by the press knows nothing of it.
    return (await evaluate('window.tbMissed === true').catch(() => false)) !== true;
  };
  /** Types key by key; true if all of it arrived. What is left of a try before is taken away first, by its keys: a page hears those. */
  const type = async (element: string, text: string) => {
    const value = async () => z.string().parse(await ask('GET', `${element}/property/value`));
    await ask('POST', `${element}/value`, { text: BACKSPACE.repeat((await value()).length) + text });
    return (await value()) === text;
  };
  const watched = async (moved: Promise<unknown>) => {
    await moved;
    await evaluate(WATCH);
  };
  return {
    name: `WebKitGTK ${session.capabilities.browserVersion}`,
    downloads,
    tab: {
      goto: (url) => watched(ask('POST', `${at}/url`, { url })),
      reload: () => watched(ask('POST', `${at}/refresh`, {})),
      url: async () => z.string().parse(await ask('GET', `${at}/url`)),
      fill: (xpath, text) => onElement(xpath, (element) => type(element, text)),
      click: (xpath) => onElement(xpath, click),
      escape: () =>
        ask('POST', `${at}/actions`, {
          actions: [
            { type: 'key', id: 'keys', actions: ['keyDown', 'keyUp'].map((type) => ({ type, value: ESCAPE })) },
          ],
        }),
      evaluate,
    },
    errors: async () => z.array(z.string()).parse(await evaluate('window.tbErrors?.splice(0) ?? []')),
    async close() {
      await ask('DELETE', at).catch(() => undefined);
      end();
      await gone;
      process.off('exit', end);
      // A process of the browser may write its last file after the driver has gone.
      rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

/** Starts the driver with a session bus and a display, as the leader of a process group. */
function startDriver(driver: string, port: number, home: string): ChildProcess {
  const xdg = { XDG_CONFIG_HOME: home, XDG_DATA_HOME: join(home, 'data'), XDG_CACHE_HOME: join(home, 'cache') };
  const bus = [`--config-file=${join(home, 'bus.conf')}`, '--'];
  const display = ['xvfb-run', '-a', '-s', '-screen 0 1400x1000x24'];
  return spawn('dbus-run-session', [...bus, ...display, driver, `--port=${port}`], {
    detached: true,
    stdio: 'ignore',
    env: { ...process.env, ...xdg, HOME: home },
  });
}
