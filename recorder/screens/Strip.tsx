import { hourOf, spanOf } from '../app/times.ts';
import { useWords } from '../words/words.ts';
import { useNow, useView } from './parts.tsx';

const HOUR_MS = 3_600_000;
const CLOCK_WRONG_MS = 2 * 60_000;
const LOW_BATTERY = 15;
const DAY_MS = 86_400_000;

const TONES = ['good', 'warn', 'bad'] as const;

/** One line with the state of the records; a state that needs attention comes first. */
export function Strip() {
  const view = useView();
  const words = useWords();
  const now = useNow(10_000);
  const { send, sending, waiting, refused, battery, offset, activation, update } = view;
  const zone = activation?.timeZone ?? 'UTC';
  const say = words.strip;
  const [said, text] = ((): [(typeof TONES)[number], string] => {
    if (activation?.endedAt) return ['bad', say.ended(waiting + refused)];
    if (send.kind === 'sign-in') return ['warn', say.signIn];
    if (battery !== null && battery < LOW_BATTERY && waiting > 0) return ['warn', say.battery(battery, waiting)];
    if (send.kind === 'offline' && now - send.since > HOUR_MS && navigator.onLine)
      return ['warn', say.cannotReach(location.host)];
    // After a reload the page knows it from the disk.
    if (send.kind === 'offline')
      return ['warn', say.offline(waiting, hourOf(sending.lastContact ?? send.since + offset, zone))];
    if (Math.abs(offset) > CLOCK_WRONG_MS) return ['warn', say.clockWrong(spanOf(offset))];
    if (refused > 0) return ['warn', say.refused(refused)];
    if (update) return ['good', say.update];
    if (waiting > 0) return ['good', say.sending(waiting)];
    // While it is set up, 'Storage protected' is a line of its own with its remedy.
    if (!view.isPersisted && !view.isInstalled && view.phase !== 'ready') return ['warn', say.mayDelete];
    return ['good', sending.allSentAt === null ? say.neverSent : say.allSent(hourOf(sending.allSentAt, zone))];
  })();
  const days = sending.lastContact === null ? 0 : (now + offset - sending.lastContact) / DAY_MS;
  const isSilent = activation?.kind === 'standalone' && days >= 1;
  const ofDays = isSilent && days > 3 ? (days > 7 ? 'bad' : 'warn') : 'good';
  const tone = TONES[Math.max(TONES.indexOf(said), TONES.indexOf(ofDays))] ?? said;
  return (
    <div className="strip" data-tone={tone} role="status">
      <span aria-hidden="true">{tone === 'good' ? '✓' : tone === 'warn' ? '!' : '✕'}</span>
      {text}
      {isSilent && <strong data-days>{say.days(Math.floor(days))}</strong>}
    </div>
  );
}
