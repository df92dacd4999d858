import { plural, t } from '@lingui/core/macro';
import { hourOf, spanOf } from '../app/times.ts';
import { useNow } from './fields.tsx';
import { useView } from './parts.tsx';

const HOUR_MS = 3_600_000;
const CLOCK_WRONG_MS = 2 * 60_000;
const LOW_BATTERY = 15;
const DAY_MS = 86_400_000;

const TONES = ['good', 'warn', 'bad'] as const;

/** One line with the state of the records; a state that needs attention comes first. */
export function Strip() {
  const view = useView();
  const now = useNow(10_000);
  const { send, sending, waiting, refused, battery, offset, activation, update } = view;
  const zone = activation?.timeZone ?? 'UTC';
  const [state, text] = ((): [(typeof TONES)[number], string] => {
    if (activation?.endedAt)
      return [
        'bad',
        t`The office has ended this device. ${plural({ records: waiting + refused }, { one: '# record waits', other: '# records wait' })}.`,
      ];
    if (send.kind === 'sign-in') return ['warn', t`This network wants you to sign in.`];
    if (battery !== null && battery < LOW_BATTERY && waiting > 0)
      return [
        'warn',
        t`Battery ${{ percent: battery }} %, ${plural({ records: waiting }, { one: '# record waits', other: '# records wait' })}`,
      ];
    if (send.kind === 'offline' && now - send.since > HOUR_MS && navigator.onLine)
      return ['warn', t`Cannot reach ${{ host: location.host }}`];
    // After a reload the page knows it from the disk.
    if (send.kind === 'offline')
      return [
        'warn',
        t`${plural({ records: waiting }, { other: '# waiting' })}, offline since ${{ time: hourOf(sending.lastContact ?? send.since + offset, zone) }}`,
      ];
    if (Math.abs(offset) > CLOCK_WRONG_MS)
      return ['warn', t`Clock ${{ off: spanOf(offset) }} wrong: times are corrected`];
    if (refused > 0) return ['warn', t`${plural(refused, { other: '# refused' })}`];
    if (update) return ['good', t`Update ready`];
    if (waiting > 0) return ['good', t`${plural({ records: waiting }, { other: 'Sending #' })}`];
    // While it is set up, 'Storage protected' is a line of its own with its remedy.
    if (!view.isPersisted && !view.isInstalled && view.phase !== 'ready')
      return ['warn', t`This browser may delete records: install the Recorder`];
    return [
      'good',
      sending.allSentAt === null ? t`Nothing sent yet` : t`All sent ${{ time: hourOf(sending.allSentAt, zone) }}`,
    ];
  })();
  const days = sending.lastContact === null ? 0 : (now + offset - sending.lastContact) / DAY_MS;
  const isSilent = activation?.kind === 'standalone' && days >= 1;
  const ofDays = isSilent && days > 3 ? (days > 7 ? 'bad' : 'warn') : 'good';
  const tone = TONES[Math.max(TONES.indexOf(state), TONES.indexOf(ofDays))] ?? state;
  return (
    <div className="strip" data-tone={tone} role="status">
      <span aria-hidden="true">{tone === 'good' ? '✓' : tone === 'warn' ? '!' : '✕'}</span>
      {text}
      {isSilent && (
        <strong
          data-days
        >{t`${plural({ days: Math.floor(days) }, { one: '# day', other: '# days' })} since the last sending`}</strong>
      )}
    </div>
  );
}
