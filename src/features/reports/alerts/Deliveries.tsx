import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Badge } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { OUTBOX_NOTE } from '#contract/platform/mail.ts';
import type { AlertDelivery } from '#contract/reports/alerts.ts';
import { labelled } from '../../../lib/lists.ts';
import { translated } from '../../../lib/words.tsx';
import { dayLabel, momentOf } from '../../../lib/zoned.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loaded } from '../../../ui/Loaded.tsx';
import classes from './alerts.module.css';
import { deliveriesQuery, markReadMutation } from './alerts.queries.ts';
import type { ReportParts } from './reportParts.ts';

type Props = { accountId: string; timeZone: string; today: string; download: ReportParts['download'] };

const STATUS = {
  pending: { word: msg({ message: 'Pending', context: 'delivery' }), color: 'gray.8' },
  sent: { word: msg({ message: 'Sent', context: 'delivery' }), color: 'teal.9' },
  outbox: { word: msg({ message: 'Outbox', context: 'delivery' }), color: 'orange.9' },
  skipped: { word: msg({ message: 'Skipped', context: 'delivery' }), color: 'gray.8' },
  failed: { word: msg({ message: 'Failed', context: 'delivery' }), color: 'red.9' },
} as const;

/**
 * Lists every slot that was due: sent, or skipped or failed with the reason. Opening the list marks its entries as read; what was new stays marked.
 */
export function Deliveries({ accountId, timeZone, today, download }: Props) {
  const { t } = useLingui();
  const deliveries = useQuery(deliveriesQuery(accountId));
  const { mutate: markRead } = useMutation(markReadMutation(accountId));
  const [fresh, setFresh] = useState<ReadonlySet<string>>(new Set());
  const { data } = deliveries;
  useEffect(() => {
    if (!data || data.unread === 0) return;
    const unread = data.results.filter(({ read }) => !read).map(({ _id }) => _id);
    setFresh((before) => new Set([...before, ...unread]));
    markRead();
  }, [data, markRead]);
  return (
    <Loaded query={deliveries} failed={t`Failed to load alerts`} height={240} label={t`what was sent`}>
      {({ results }) =>
        results.length === 0 ? (
          <EmptyState text={t`Nothing has been sent yet.`} />
        ) : (
          <ul className={classes.list}>
            {results.map((delivery) => (
              <li key={delivery._id}>
                <Delivery
                  delivery={delivery}
                  fresh={fresh.has(delivery._id)}
                  timeZone={timeZone}
                  today={today}
                  download={download}
                />
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  );
}

type RowProps = Omit<Props, 'accountId'> & { delivery: AlertDelivery; fresh: boolean };

function Delivery({ delivery, fresh, timeZone, today, download }: RowProps) {
  const { t } = useLingui();
  const { description, localDate, slot, status, reason, words, decidedAt, subject, text, report } = delivery;
  const when = `${localDate === today ? t`Today` : dayLabel(localDate)} ${slot}`;
  const { word, color } = reason?.includes(OUTBOX_NOTE) ? STATUS.outbox : STATUS[status];
  const head = (
    <>
      <span className={classes.what}>
        <span className={classes.name}>
          {fresh && (
            <span className={classes.unread}>
              <Trans context="delivery">New</Trans>{' '}
            </span>
          )}
          {description}
        </span>
        <span className={classes.faint}>{reason ? labelled(when, translated(words ?? reason)) : when}</span>
      </span>
      <Badge variant="outline" color={color} c="var(--mantine-color-text)">
        {t(word)}
      </Badge>
    </>
  );
  if (!text) return <div className={classes.row}>{head}</div>;
  return (
    <details>
      <summary className={classes.row}>{head}</summary>
      <p className={classes.subject}>{subject}</p>
      <pre className={classes.text}>{text}</pre>
      {report && download(report)}
      {decidedAt && <p className={classes.faint}>{momentOf(decidedAt, timeZone, today)}</p>}
    </details>
  );
}
