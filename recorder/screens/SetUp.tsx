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
import { SET_UP_WORDS } from '../words/setUp.ts';
import { useWords } from '../words/words.ts';
import { LanguageChoice } from './LanguageChoice.tsx';
import { Field, Screen, useRecorder, useView } from './parts.tsx';
import { ScanBox } from './ScanBox.tsx';

/** No device can have an earlier date: https connections would fail. */
const EARLIEST = Date.UTC(2025, 0, 1);
const LATEST = Date.UTC(2050, 0, 1);

/** Takes an activation code from the address, a picture or typing. */
export function SetUp({ code: given }: { code: string }) {
  const recorder = useRecorder();
  const { next, activation, settings } = useView();
  const words = useWords();
  const own = SET_UP_WORDS[settings.language];
  const [code, setCode] = useState(given);
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
    if (!token) return own.codeUnknown;
    const before = recorder.clocks.now();
    const reply = await transport(
      `/v2${ACTIVATE}`,
      JSON.stringify({ activationToken: token, deviceInfo: deviceInfo() }),
      null,
    );
    const after = recorder.clocks.now();
    if (!reply) return own.needsConnection;
    if (reply.status === 404 || reply.status === 400) return own.codeUnknown;
    if (reply.status === 410) return own.codeUsed;
    if (reply.status === 429) return own.codeTooMany(Math.ceil(Number(reply.retryAfter ?? 60) / 60));
    const verdict = verdictOf(reply);
    const answer = activateAnswer.safeParse(verdict.kind === 'answer' ? verdict.value : null);
    if (!answer.success) return own.needsConnection;
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
    if (given) location.reload();
    return undefined;
  };
  useEffect(() => {
    if (!given || begun.current || needsHomeScreen || !mayCall) return;
    begun.current = true;
    void activate(given);
  }, [given, needsHomeScreen]);

  if (next) return <OtherAccount next={next} />;
  if (!mayCall) return <Screen title={words.setUp}>{own.needsHttps}</Screen>;
  if (wall < EARLIEST || wall > LATEST)
    return <Screen title={words.setUp}>{own.wrongDate(dateOf(wall, 'UTC', settings.language))}</Screen>;
  if (needsHomeScreen)
    return (
      <Screen title={words.setUp}>
        <p>{own.appleFirst}</p>
        <button type="button" onClick={() => setAnyway(true)}>
          {own.appleAnyway}
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
    <Screen title={words.setUp} {...goBack}>
      <p>{words.setUpHow}</p>
      <ScanBox onText={(text) => void activate(text)} mayType={false} />
      <form onSubmit={submit} className="row">
        <Field label={words.code} value={code} onChange={setCode} error={error} />
        <button type="submit" className="main" disabled={isBusy}>
          {words.activate}
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
  const words = useWords();
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
  const phrase = words.deleteRecords(count);
  return (
    <Screen title={words.recordingFor(next.accountName)}>
      <p>{words.otherAccount(activation?.accountName ?? '', count)}</p>
      <button
        type="button"
        className="main"
        onClick={() => void import('../app/saved.ts').then(({ saveUnsent }) => saveUnsent(recorder))}
      >
        {words.saveUnsent}
      </button>
      <Field label={words.typeToRemove(phrase)} value={typed} onChange={setTyped} />
      <button type="button" disabled={typed !== phrase} onClick={() => void goOn()}>
        {words.remove}
      </button>
    </Screen>
  );
}
