import { createFileRoute } from '@tanstack/react-router';
import { getMailStatus } from '#contract/platform/mail.ts';
import { MailPage } from '../../features/reports/mail/MailPage.tsx';
import classes from './-manage.module.css';
import { Permitted } from './-Permitted.tsx';

export const Route = createFileRoute('/manage/mail')({ component: Mail });

function Mail() {
  return (
    <Permitted calls={[getMailStatus]}>
      <div className={classes.form}>
        <MailPage />
      </div>
    </Permitted>
  );
}
