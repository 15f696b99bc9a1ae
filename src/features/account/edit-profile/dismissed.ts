import { isToday, localValue, today } from '../../../local.ts';

const dismissedOn = localValue('complete-info', isToday);

/** Asked once a day at most, for as long as something is missing. */
export const isDismissed = dismissedOn.read;
export const dismiss = (): void => dismissedOn.write(today());
