import type { ComponentProps } from 'react';
import AlertsDialog from '../../features/reports/alerts/AlertsDialog.tsx';
import { ReportDownload } from '../../features/reports/reports/ReportDownload.tsx';
import { ReportFields } from '../../features/reports/reports/ReportFields.tsx';

/** 'Manage Alerts', with what it takes for reports. */
export default function Alerts(props: Omit<ComponentProps<typeof AlertsDialog>, 'reports'>) {
  const { accountId } = props;
  return (
    <AlertsDialog
      {...props}
      reports={{
        fields: (field) => <ReportFields accountId={accountId} {...field} />,
        download: (request) => <ReportDownload accountId={accountId} request={request} />,
      }}
    />
  );
}
