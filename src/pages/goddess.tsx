import { useCallback, useMemo } from 'react';
import { useLocation, useSearchParams } from 'wouter';
import type { HostQuery } from '#contract/people/host-query.ts';
import { Wall } from '../features/discovery/wall/wall.tsx';
import { readWallQuery, wallAddress } from '../features/discovery/wall/wall-query.ts';

/** Route /goddess: the wall, the grid of hosts; its parameters name the order and the filter (product 2.1). */
const WallPage = () => {
  const [search] = useSearchParams();
  const [, navigate] = useLocation();
  const choose = useCallback((next: HostQuery) => navigate(wallAddress(next), { replace: true }), [navigate]);
  const query = useMemo(() => readWallQuery(search), [search]);
  return <Wall query={query} onChoose={choose} />;
};
export default WallPage;
