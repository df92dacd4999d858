import { t } from '@lingui/core/macro';
import { mutationOptions, queryOptions } from '@tanstack/react-query';
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

const alertsKey = (accountId: string) => ['alerts', accountId] as const;
const deliveriesKey = (accountId: string) => ['alert-deliveries', accountId] as const;

/** Recipients are addresses of people, so nothing about alerts is cached on disk. */
export const alertsQuery = (accountId: string, category: AlertCategory) =>
  queryOptions({
    queryKey: [...alertsKey(accountId), category],
    queryFn: ({ signal }) => call(listAlerts, { params: { category } }, { signal }),
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
  mutationOptions({
    mutationFn: (alertId: string) => call(deleteAlert, { params: { alertId } }),
    meta: { success: () => t`Alert deleted successfully`, invalidates: [alertsKey(accountId)] },
  });

/** Returns the mail that an alert would send now. A failure is shown beside the preview. */
export const previewAlertMutation = mutationOptions({
  mutationFn: (body: AlertInput) => call(previewAlert, { body }),
  meta: { silent: true },
});

/** Which of some recipients are no users of the account, and which are limited to some people. */
export const recipientsQuery = (accountId: string, emailRecipients: readonly string[]) =>
  queryOptions({
    queryKey: ['alert-recipients', accountId, emailRecipients],
    queryFn: ({ signal }) => call(checkRecipients, { body: { emailRecipients: [...emailRecipients] } }, { signal }),
    placeholderData: (before) => before,
    meta: { silent: true },
  });

export const sendTestMutation = mutationOptions({
  mutationFn: (body: AlertInput) => call(sendTestAlert, { body }),
  meta: { success: mailToast(() => t`Test sent to you`) },
});

/** Returns every slot that was due. `unread`: summaries in the application that this user has not seen. */
export const deliveriesQuery = (accountId: string) =>
  queryOptions({
    queryKey: deliveriesKey(accountId),
    queryFn: ({ signal }) => call(listAlertDeliveries, {}, { signal }),
    refetchInterval: 60_000,
    meta: { silent: true },
  });

export const markReadMutation = (accountId: string) =>
  mutationOptions({
    mutationFn: () => call(markAlertDeliveriesRead),
    meta: { silent: true, invalidates: [deliveriesKey(accountId)] },
  });
