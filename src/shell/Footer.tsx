import { Trans } from '@lingui/react/macro';
import { useEffect, useState } from 'react';
import { appConfig, storedConfig } from '../api/config.ts';
import { buildVersion } from '../pwa/version.ts';
import classes from './AreaShell.module.css';

/** Version of the shell that runs (not the server's), copyright and support contact. */
export function Footer() {
  const [{ copyright, supportContact }, setConfig] = useState(storedConfig);
  useEffect(() => {
    void appConfig().then(setConfig);
  }, []);
  return (
    <footer className={classes.footer}>
      <span>
        <Trans>Version {buildVersion()}</Trans>
      </span>
      {copyright && <span>{copyright}</span>}
      {supportContact && (
        <span>
          <Trans>Support: {supportContact}</Trans>
        </span>
      )}
    </footer>
  );
}
