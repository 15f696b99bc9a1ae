import { useEffect, useState } from 'react';
import { MATCH_TO_FLASH_SECONDS, RECHARGE_REMINDER_SECONDS } from '#contract/calls/rules.ts';
import type { CallRow } from '#db/schema.ts';
import { useAppState } from '../../../../data/use-app-state.ts';
import { playNotice } from '../media/ringtone.ts';
import { type Offer, offerOf } from './offer.ts';
import { meterAt } from './use-elapsed.ts';

const POLL_MS = 250;

/**
 * Returns the current proposal or price notice for the caller, and plays a sound when one appears. It polls the clock and re-renders only
 * if the proposal changes.
 */
export function useOffer(call: CallRow): Offer {
  const [offer, setOffer] = useState<Offer>('none');
  const free = useAppState('allowances')?.free;
  const gems = useAppState('account')?.gemsBalance;
  const flashSeconds = free?.matchToFlashSeconds ?? MATCH_TO_FLASH_SECONDS;
  const reminderSeconds = free?.rechargeReminderSeconds ?? RECHARGE_REMINDER_SECONDS;
  useEffect(() => {
    const terms = { flashSeconds, reminderSeconds, gems };
    const poll = () => setOffer(offerOf(call, meterAt(call, Date.now()), terms));
    poll();
    const timer = setInterval(poll, POLL_MS);
    return () => clearInterval(timer);
  }, [call, flashSeconds, reminderSeconds, gems]);
  useEffect(() => {
    if (offer !== 'none') playNotice();
  }, [offer]);
  return offer;
}
