import type { SettingsChange } from '#contract/account/settings.ts';
import { core } from '../../../core/core.ts';
import { reportFailure } from '../../../ui/report.ts';

/** Applies a setting here at once, and on the other devices when the server can be reached. */
export async function changeSettings(change: SettingsChange): Promise<void> {
  const result = await core.changeSettings(change);
  reportFailure(result);
}
