import { useEffect, useState } from 'react';

const TICK_MS = 500;

/** The device's clock, ms, as exact as a running call or a countdown shows it. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
