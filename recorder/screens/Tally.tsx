import { t } from '@lingui/core/macro';
import { hourOf } from '../app/times.ts';
import { unitsShown } from '../words/words.ts';
import { useDayLines } from './dayLines.ts';
import { jobName } from './PickJob.tsx';
import { useView } from './parts.tsx';

/** People by product and, with `withTimes`, by in and out: today, on this device. */
export function Tally({ withTimes = false }: { withTimes?: boolean }) {
  const { activation, lookups } = useView();
  const lines = useDayLines(withTimes);
  const zone = activation?.timeZone ?? 'UTC';
  const shown = withTimes ? lines : lines.filter(({ products }) => products.size > 0);
  if (shown.length === 0) return withTimes ? <p>{t`Nothing yet today.`}</p> : null;
  const time = (at: number | null) => (at === null ? '' : hourOf(at, zone));
  return (
    // On a narrow screen it scrolls sideways, by keyboard too.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reached
    <section className="tally" aria-label={t`on this device`} tabIndex={0}>
      <table>
        <caption>{t`on this device`}</caption>
        <thead>
          <tr>
            <th scope="col">{t`Person`}</th>
            {withTimes && <th scope="col">{t`IN`}</th>}
            {withTimes && <th scope="col">{t`OUT`}</th>}
            <th scope="col">{t`Product`}</th>
            <th scope="col">{t`Units`}</th>
          </tr>
        </thead>
        <tbody>
          {shown.flatMap(({ person, name, firstIn, lastOut, products }) => {
            const counted = products.size > 0 ? [...products] : [['', null] as const];
            return counted.map(([product, units], i) => {
              const [lookup1 = '', lookup2 = ''] = product.split('\n');
              return (
                <tr key={`${person} ${product}`}>
                  <th scope="row">{i === 0 ? name : ''}</th>
                  {withTimes && <td>{i === 0 ? time(firstIn) : ''}</td>}
                  {withTimes && <td>{i === 0 ? time(lastOut) : ''}</td>}
                  <td>
                    {units === null ? '' : jobName({ lookup1: lookup1 || null, lookup2: lookup2 || null }, lookups)}
                  </td>
                  <td>{units === null ? '' : unitsShown(units)}</td>
                </tr>
              );
            });
          })}
        </tbody>
      </table>
    </section>
  );
}
