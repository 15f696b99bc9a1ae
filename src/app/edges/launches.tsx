import { useLaunches } from './use-launches.ts';

/** Handles launches on every page of the app. Renders nothing. */
const Launches = () => {
  useLaunches();
  return null;
};
export default Launches;
