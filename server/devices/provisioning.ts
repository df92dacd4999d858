import type { Config } from '../config.ts';

const EXTRA = 'android.app.extra.PROVISIONING_';

/**
 * Returns what a new Android device reads from the QR code to become a managed one (Android Enterprise, device owner): the administration
 * component, where its package is and its checksum, and for the app the server and the token to activate with.
 */
export function provisioningPayload(config: Config, { token, profile }: { token: string; profile: string }): string {
  const { component, apkUrl, apkChecksum } = config.mdm;
  return JSON.stringify({
    [`${EXTRA}DEVICE_ADMIN_COMPONENT_NAME`]: component,
    ...(apkUrl && { [`${EXTRA}DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION`]: apkUrl }),
    ...(apkChecksum && { [`${EXTRA}DEVICE_ADMIN_PACKAGE_CHECKSUM`]: apkChecksum }),
    [`${EXTRA}SKIP_ENCRYPTION`]: false,
    [`${EXTRA}LEAVE_ALL_SYSTEM_APPS_ENABLED`]: profile.startsWith('Open'),
    [`${EXTRA}ADMIN_EXTRAS_BUNDLE`]: {
      server: config.deviceHost || config.publicUrl,
      activationToken: token,
      profile,
    },
  });
}
