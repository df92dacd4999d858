/** In the storage of the device: the user who has alerts on it. */
export const DEVICE_ALERTS_KEY = 'tb.alerts';
