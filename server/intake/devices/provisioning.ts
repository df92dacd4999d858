import type { Config } from '../../platform/config.ts';

const EXTRA = 'android.app.extra.PROVISIONING_';

/**
 * Returns the QR code's content with which a new Android device becomes a managed one (Android Enterprise, device owner): the administration
 * component, the address and checksum of its package, and for the app the server and the activation token.
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
