import { t } from '@lingui/core/macro';
import { mutationOptions } from '@tanstack/react-query';
import {
  type AlertCategory,
  type AlertInput,
  checkRecipients,
  createAlert,
  deleteAlert,
  listAlertDeliveries,
  listAlerts,
  markAlertDeliveriesRead,
  previewAlert,
  sendTestAlert,
  updateAlert,
} from '#contract/reports/alerts.ts';
import { call } from '../../../api/call.ts';
import { mailToast } from '../../../api/mailed.ts';
import { mutationOf, queryOf } from '../../../api/query.ts';

const alertsKey = (accountId: string) => ['alerts', accountId] as const;
const deliveriesKey = (accountId: string) => ['alert-deliveries', accountId] as const;

/** Recipients are addresses of people, so nothing about alerts is cached on disk. */
export const alertsQuery = (accountId: string, category: AlertCategory) =>
  queryOf(listAlerts, [...alertsKey(accountId), category], {
    request: () => ({ params: { category } }),
    select: ({ results }) => results,
    meta: { silent: true },
  });

/** Creates an alert or, with an id, changes it. */
export const saveAlertMutation = (accountId: string, alertId: string | null) =>
  mutationOptions({
    mutationFn: (body: AlertInput) =>
      alertId === null ? call(createAlert, { body }) : call(updateAlert, { params: { alertId }, body }),
    meta: {
      success: alertId === null ? t`Alert created successfully` : t`Alert updated successfully`,
      invalidates: [alertsKey(accountId)],
    },
  });

export const deleteAlertMutation = (accountId: string) =>
  mutationOf(
    deleteAlert,
    { success: () => t`Alert deleted successfully`, invalidates: [alertsKey(accountId)] },
    (alertId: string) => ({ params: { alertId } }),
  );

/** Returns the mail that an alert would send now. A failure is shown beside the preview. */
export const previewAlertMutation = mutationOf(previewAlert, { silent: true }, (body: AlertInput) => ({ body }));

/** Which of some recipients are no users of the account, and which are limited to some people. */
export const recipientsQuery = (accountId: string, emailRecipients: readonly string[]) =>
  queryOf(checkRecipients, ['alert-recipients', accountId, emailRecipients], {
    request: () => ({ body: { emailRecipients: [...emailRecipients] } }),
    placeholderData: (before) => before,
    meta: { silent: true },
  });

export const sendTestMutation = mutationOf(
  sendTestAlert,
  { success: mailToast(() => t`Test sent to you`) },
  (body: AlertInput) => ({ body }),
);

/** Returns every slot that was due. `unread`: summaries in the application that this user has not seen. */
export const deliveriesQuery = (accountId: string) =>
  queryOf(listAlertDeliveries, deliveriesKey(accountId), { refetchInterval: 60_000, meta: { silent: true } });

export const markReadMutation = (accountId: string) =>
  mutationOf(markAlertDeliveriesRead, { silent: true, invalidates: [deliveriesKey(accountId)] });
