import { accountCommands } from './account/commands.ts';
import { lifeCommands } from './account/life-commands.ts';
import { passkeyCommands } from './account/passkey-commands.ts';
import { recoveryCommands } from './account/recovery-commands.ts';
import { measureCommands } from './analytics/commands.ts';
import { bookingCommands } from './calls/booking.ts';
import { callCommands } from './calls/commands.ts';
import { chatCommands } from './chat/commands.ts';
import { lockCommands } from './chat/lock/commands.ts';
import { mediaMessageCommands } from './chat/media-commands.ts';
import { discoveryCommands } from './discovery/commands.ts';
import { giftCommands } from './gifts/commands.ts';
import { hostingCommands } from './hosting/commands.ts';
import { mediaCommands } from './media/commands.ts';
import { noticeCommands } from './notices/commands.ts';
import { paymentCommands } from './payments/commands.ts';
import { peopleCommands } from './people/commands.ts';
import { pushCommands } from './push/commands.ts';
import { rewardCommands } from './rewards/commands.ts';
import { translationCommands } from './translate/commands.ts';

/** Every command, for the core, which validates its port by them. Pages import only the type `CoreApi`, so their bundle holds no schema. */
export const commandRows = {
  ...accountCommands,
  ...lifeCommands,
  ...recoveryCommands,
  ...passkeyCommands,
  ...chatCommands,
  ...mediaMessageCommands,
  ...lockCommands,
  ...translationCommands,
  ...callCommands,
  ...bookingCommands,
  ...peopleCommands,
  ...paymentCommands,
  ...giftCommands,
  ...mediaCommands,
  ...discoveryCommands,
  ...rewardCommands,
  ...noticeCommands,
  ...hostingCommands,
  ...pushCommands,
  ...measureCommands,
};
