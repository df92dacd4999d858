import QRCode from 'qrcode';
import type { Config } from '../config.ts';

/** A PNG of `size` pixels a side. */
export const qrPng = (text: string, size: number): Promise<Buffer> =>
  QRCode.toBuffer(text, { type: 'png', width: size, margin: 2, errorCorrectionLevel: 'M' });

/**
 * What an Android phone or tablet reads when it is set up from scratch (Android Enterprise, device owner): the app, where to
 * get it, and in its extras the server and the activation code.
 */
export function provisioningPayload({ mdm, publicUrl }: Config, code: string, profile: string): string {
  const name = (key: string) => `android.app.extra.PROVISIONING_${key}`;
  return JSON.stringify({
    [name('DEVICE_ADMIN_COMPONENT_NAME')]: mdm.component,
    ...(mdm.apkUrl && { [name('DEVICE_ADMIN_PACKAGE_DOWNLOAD_LOCATION')]: mdm.apkUrl }),
    ...(mdm.apkChecksum && { [name('DEVICE_ADMIN_SIGNATURE_CHECKSUM')]: mdm.apkChecksum }),
    [name('LEAVE_ALL_SYSTEM_APPS_ENABLED')]: !profile.startsWith('Restricted'),
    [name('ADMIN_EXTRAS_BUNDLE')]: { server: publicUrl, activationToken: code, profile },
  });
}
