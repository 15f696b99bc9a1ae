import { ShareOffer } from '../../features/chat/around/share-offer.tsx';
import { TitleBar } from './title-bar.tsx';
import { useInstalled } from './use-installed.ts';
import { useLaunches } from './use-launches.ts';

/** What an installed app does where it meets the system: its window, its launches, and what other apps share with it. */
const Edges = () => {
  useLaunches();
  useInstalled();
  return (
    <>
      <TitleBar />
      <ShareOffer />
    </>
  );
};
export default Edges;
