import { createFileRoute } from '@tanstack/react-router';
import { MailPage } from '../../features/mail/MailPage.tsx';
import classes from './-manage.module.css';

export const Route = createFileRoute('/manage/mail')({ component: Mail });

function Mail() {
  return (
    <div className={classes.form}>
      <MailPage />
    </div>
  );
}
