import { useEffect, useState } from 'react';

const TICK_MS = 500;

/** Returns the device clock, Unix ms, updated every 500 ms, for call timers and countdowns. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
