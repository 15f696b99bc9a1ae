import { useContext } from 'react';
import { ShareOffer } from '../../features/chat/around/share-offer.tsx';
import { LayerIsOnTop } from '../../routing/layer-place.ts';
import { TitleBar } from './title-bar.tsx';
import { useInstalled } from './use-installed.ts';
import { useLaunches } from './use-launches.ts';

/** What an installed app does where it meets the system: its window, its launches, and what other apps share with it. */
const Edges = () => {
  useLaunches();
  useInstalled();
  // Each layer of the screen has a frame of its own.
  const isOnTop = useContext(LayerIsOnTop);
  return (
    <>
      {isOnTop ? <TitleBar /> : null}
      <ShareOffer />
    </>
  );
};
export default Edges;
