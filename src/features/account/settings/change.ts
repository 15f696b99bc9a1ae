import type { SettingsChange } from '#contract/account/settings.ts';
import { core } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/feedback/report.ts';

/**
 * Stores changed account settings: effective on this device at once, and synchronized when the server is reachable. A failure is
 * shown as a toast.
 */
export async function changeSettings(change: SettingsChange): Promise<void> {
  const result = await core.changeSettings(change);
  reportFailure(result);
}
