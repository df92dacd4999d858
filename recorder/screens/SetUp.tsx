import { plural, t } from '@lingui/core/macro';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ACTIVATE, activateAnswer, deviceInfo, isAppleBrowser } from '../app/activating.ts';
import { dateOf } from '../app/times.ts';
import { transport } from '../app/transport.ts';
import { newPrefix } from '../core/record.ts';
import { verdictOf } from '../core/sending.ts';
import { adopt, removeUnsent } from '../store/activate.ts';
import { countUnsent } from '../store/log.ts';
import type { Activation } from '../store/meta.ts';
import { addReading } from '../store/readings.ts';
import { deletionPhrase, Field } from './fields.tsx';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Screen, useRecorder, useView } from './parts.tsx';
import { ScanBox } from './ScanBox.tsx';

/** No device can have an earlier date: https connections would fail. */
const EARLIEST = Date.UTC(2025, 0, 1);
const LATEST = Date.UTC(2050, 0, 1);

/** Takes an activation code from the address, a picture or typing. */
export function SetUp({ code: initialCode }: { code: string }) {
  const recorder = useRecorder();
  const { next, activation, settings } = useView();
  const [code, setCode] = useState(initialCode);
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [isAnyway, setAnyway] = useState(false);
  const begun = useRef(false);
  const { wall } = recorder.clocks.now();
  const mayCall = window.isSecureContext;
  const needsHomeScreen = isAppleBrowser() && !isAnyway;

  const activate = async (text: string) => {
    // A code that the camera reads a second time has been used by then.
    if (isBusy) return;
    setBusy(true);
    setError(await redeem(text));
    setBusy(false);
  };
  const redeem = async (typed: string): Promise<string | undefined> => {
    // The QR code contains the whole address.
    const token = typed.slice(typed.lastIndexOf('#') + 1).trim();
    if (!token) return t`This code is not known. Check it and try again.`;
    const before = recorder.clocks.now();
    const reply = await transport(
      `/v2${ACTIVATE}`,
      JSON.stringify({ activationToken: token, deviceInfo: deviceInfo() }),
      null,
    );
    const after = recorder.clocks.now();
    if (!reply) return t`Activating needs a connection.`;
    if (reply.status === 404 || reply.status === 400) return t`This code is not known. Check it and try again.`;
    if (reply.status === 410) return t`This code was used or has expired. Ask your administrator for a new one.`;
    if (reply.status === 429) {
      const minutes = Math.ceil(Number(reply.retryAfter ?? 60) / 60);
      return t`Too many wrong codes. Try again in ${plural(minutes, { one: '# minute', other: '# minutes' })}.`;
    }
    const verdict = verdictOf(reply);
    const answer = activateAnswer.safeParse(verdict.kind === 'answer' ? verdict.value : null);
    if (!answer.success) return t`Activating needs a connection.`;
    const {
      deviceToken,
      deviceId,
      accountName,
      timeZone,
      accountId = deviceId,
      kind = 'unmanaged',
      description = '',
    } = answer.data;
    const made: Activation = {
      token: deviceToken,
      deviceId,
      accountId,
      accountName,
      timeZone,
      kind,
      description,
      prefix: newPrefix((bytes) => crypto.getRandomValues(bytes)),
      endedAt: null,
    };
    const way = Math.max(after.mono - before.mono, after.wall - before.wall, 0);
    const server = Date.parse(answer.data.serverTime ?? reply.date ?? '') + way / 2;
    await recorder.act(async (stores) => {
      await adopt(stores, made);
      if (Number.isFinite(server)) await addReading(stores, { ...after, server, slack: way / 2 });
    });
    recorder.clocks.stored(after);
    recorder.sendNow();
    // Loads the page again without the code.
    if (initialCode) location.reload();
    return undefined;
  };
  useEffect(() => {
    if (!initialCode || begun.current || needsHomeScreen || !mayCall) return;
    begun.current = true;
    void activate(initialCode);
  }, [initialCode, needsHomeScreen]);

  if (next) return <OtherAccount next={next} />;
  if (!mayCall) return <Screen title={t`Set up this device`}>{t`Ask for an address that begins with https.`}</Screen>;
  if (wall < EARLIEST || wall > LATEST) {
    const date = dateOf(wall, 'UTC', settings.language);
    return (
      <Screen title={t`Set up this device`}>
        {t`This device’s date is ${date}. Set date and time to automatic, else it cannot connect.`}
      </Screen>
    );
  }
  if (needsHomeScreen)
    return (
      <Screen title={t`Set up this device`}>
        <p>{t`First put the Recorder on the home screen: Share, Add to Home Screen. Open it there and scan the code again.`}</p>
        <button type="button" onClick={() => setAnyway(true)}>
          {t`Use it in Safari anyway`}
        </button>
      </Screen>
    );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void activate(code);
  };
  // After a code that was used already: the former activation continues.
  const goBack = activation && { onBack: () => location.reload() };
  return (
    <Screen title={t`Set up this device`} {...goBack}>
      <p>{t`Scan the activation code that your administrator shows you, or type it.`}</p>
      <ScanBox onText={(text) => void activate(text)} mayType={false} />
      <form onSubmit={submit} className="row">
        <Field label={t`Activation code`} value={code} onChange={setCode} error={error} />
        <button type="submit" className="main" disabled={isBusy}>
          {t`Activate`}
        </button>
      </form>
      <LanguageChoice />
    </Screen>
  );
}

/** Records of another account are waiting: they must be saved or removed before this device records for a new one. */
function OtherAccount({ next }: { next: Activation }) {
  const recorder = useRecorder();
  const { activation } = useView();
  const [count, setCount] = useState(0);
  const [typed, setTyped] = useState('');
  useEffect(() => {
    void recorder.db.run('readonly', countUnsent).then(setCount);
  }, [recorder]);
  const goOn = () =>
    recorder.act(async (stores) => {
      await removeUnsent(stores);
      await adopt(stores, next);
    });
  const account = activation?.accountName ?? '';
  const phrase = deletionPhrase(count);
  return (
    <Screen title={t`Recording for ${{ account: next.accountName }}`}>
      <p>{t`${plural(
        { records: count },
        {
          one: `# record of ${account} waits here. Save it or remove it first.`,
          other: `# records of ${account} wait here. Save them or remove them first.`,
        },
      )}`}</p>
      <button
        type="button"
        className="main"
        onClick={() => void import('../app/saved.ts').then(({ saveUnsent }) => saveUnsent(recorder))}
      >
        {t`Save unsent records`}
      </button>
      <Field label={t`Type ${{ text: phrase }}`} value={typed} onChange={setTyped} />
      <button type="button" disabled={typed !== phrase} onClick={() => void goOn()}>
        {t`Remove`}
      </button>
    </Screen>
  );
}
