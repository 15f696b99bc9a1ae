import { explainDevice } from '../../../../i18n/errors.ts';
import type { DeviceFault } from '../../../../media/devices.ts';
import { showToast } from '../../../../ui/feedback/toast.ts';

/** Returns a function that shows why a device could not be opened, as a toast; it does nothing without a fault. */
export const reportDevice = (device: 'camera' | 'microphone') => (fault: DeviceFault | undefined) => {
  if (fault) showToast(explainDevice(device, fault), 'bad');
};
