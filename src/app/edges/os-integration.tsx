import { useEffect } from 'react';
import { followBadge } from '../../features/notices/notifications/badge.ts';
import { useLaunches } from './use-launches.ts';

/**
 * Handles launches, and keeps the badge of the app icon, on every page of the app: after a sign-out the badge is cleared on a page for
 * visitors. Renders nothing.
 */
const OsIntegration = () => {
  useLaunches();
  useEffect(() => ('setAppBadge' in navigator ? followBadge() : undefined), []);
  return null;
};
export default OsIntegration;
